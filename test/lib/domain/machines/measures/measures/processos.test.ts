import { expect, it } from 'vitest';
import { processos } from '../../../../../../lib/domain/machines/measures/measures/processos.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the processes of each system', () => {
  expect(read(processos, 'linux')).toEqual({ total: 111, rodando: 7, bloqueados: 0 });
  expect(read(processos, 'darwin')).toEqual({ total: 414, rodando: 3, bloqueados: 2 });
  expect(read(processos, 'freebsd')).toEqual({ total: 55, rodando: 2, bloqueados: 2 });
  expect(read(processos, 'windows')).toEqual({ total: 187 });
});

it('takes no part of a process', () => {
  expect(readLines(processos, 'linux', ['processos=1.5', 'procs_running 2'])).toEqual({ rodando: 2 });
});
