import { expect, it } from 'vitest';
import { pressao } from '../../../../../../lib/domain/machines/measures/measures/pressao.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the pressure of the last minute, which Linux alone tells', () => {
  expect(read(pressao, 'linux')).toEqual({ cpu: 5.59, memoria: 0.45, io: 0.07 });
  expect(read(pressao, 'darwin')).toBeNull();
});

it('takes what there is, and no share over a hundred', () => {
  const lines = [
    '/proc/pressure/cpu:some avg10=0.00 avg60=100.01 avg300=0.00 total=0',
    '/proc/pressure/io:some avg10=0.00 avg60=100.00 avg300=0.00 total=0',
  ];
  expect(readLines(pressao, 'linux', lines)).toEqual({ io: 100 });
});
