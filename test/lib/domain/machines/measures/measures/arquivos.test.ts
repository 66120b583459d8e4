import { expect, it } from 'vitest';
import { arquivos } from '../../../../../../lib/domain/machines/measures/measures/arquivos.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the open files of each system', () => {
  expect(read(arquivos, 'linux')).toEqual({ abertos: 1414, limite: 2466183, pct: 0.06 });
  expect(read(arquivos, 'darwin')).toEqual({ abertos: 8123, limite: 245760, pct: 3.31 });
  expect(read(arquivos, 'freebsd')).toEqual({ abertos: 512, limite: 127764, pct: 0.4 });
  expect(read(arquivos, 'windows')).toEqual({ abertos: 98765 });
});

it('has no limit where systemd raised it beyond reach', () => {
  expect(readLines(arquivos, 'linux', ['1042\t0\t9223372036854775807'])).toEqual({ abertos: 1042 });
});
