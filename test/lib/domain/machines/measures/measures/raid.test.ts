import { expect, it } from 'vitest';
import { raid } from '../../../../../../lib/domain/machines/measures/measures/raid.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the arrays and those that miss a disk', () => {
  expect(read(raid, 'linux')).toEqual({ arranjos: 3, degradados: 1 });
  expect(read(raid, 'freebsd')).toEqual({ arranjos: 2, degradados: 1 });
  expect(read(raid, 'windows')).toBeNull();
});

it('takes an array that does not run for degraded', () => {
  const lines = ['md127 : inactive sdb1[1](S)', '      1046528 blocks super 1.2'];
  expect(readLines(raid, 'linux', lines)).toEqual({ arranjos: 1, degradados: 1 });
});
