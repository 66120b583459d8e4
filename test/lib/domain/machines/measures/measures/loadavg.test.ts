import { expect, it } from 'vitest';
import { loadavg } from '../../../../../../lib/domain/machines/measures/measures/loadavg.ts';
import { read } from '../transcripts.ts';

it('reads the load averages of each system that has them', () => {
  expect(read(loadavg, 'linux')).toEqual({ m1: 4.13, m5: 2.47, m15: 1.22 });
  expect(read(loadavg, 'darwin')).toEqual({ m1: 2.06, m5: 2.3, m15: 2.41 });
  expect(read(loadavg, 'freebsd')).toEqual({ m1: 0.2, m5: 0.11, m15: 0.09 });
  expect(read(loadavg, 'windows')).toBeNull();
});
