import { expect, it } from 'vitest';
import { cpu } from '../../../../../../lib/domain/machines/measures/measures/cpu.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the processor time of each system', () => {
  expect(read(cpu, 'linux')).toEqual({ uso: 99.76, espera: 0, roubo: 0 });
  expect(read(cpu, 'darwin')).toEqual({ uso: 18.52 });
  expect(read(cpu, 'freebsd')).toEqual({ uso: 4.89 });
  expect(read(cpu, 'windows')).toEqual({ uso: 28 });
});

it('parts the time into use, waiting, stolen and idle', () => {
  const values = readLines(
    cpu,
    'linux',
    ['cpu  100 0 100 100 100 0 0 100 50 0'],
    ['cpu  120 5 110 140 110 3 2 110 60 0'],
  );
  expect(values).toEqual({ uso: 40, espera: 10, roubo: 10 });
});

it('reads a kernel that counts four times only', () => {
  expect(readLines(cpu, 'linux', ['cpu 0 0 0 0'], ['cpu 1 0 0 3'])).toEqual({ uso: 25, espera: 0, roubo: 0 });
});

it.each([
  ['a counter that went back', ['cpu 10 0 0 10 9 0 0 0'], ['cpu 20 0 0 20 8 0 0 0']],
  ['no time passed', ['cpu 10 0 0 10'], ['cpu 10 0 0 10']],
  ['one read', ['cpu 10 0 0 10'], []],
  ['another number of columns', ['cpu 10 0 0 10'], ['cpu 20 0 0 20 5']],
  ['no numbers', ['cpu a b c d'], ['cpu e f g h']],
])('says nothing of %s', (_what, first, second) => {
  expect(readLines(cpu, 'linux', first, second)).toBeNull();
});
