import { expect, it } from 'vitest';
import { oom } from '../../../../../../lib/domain/machines/measures/measures/oom.ts';
import { read, readLines } from '../transcripts.ts';

it('reads how many processes Linux killed for want of memory', () => {
  expect(read(oom, 'linux')).toEqual({ total: 0 });
  expect(readLines(oom, 'linux', ['oom_kill 17'])).toEqual({ total: 17 });
  expect(read(oom, 'windows')).toBeNull();
});
