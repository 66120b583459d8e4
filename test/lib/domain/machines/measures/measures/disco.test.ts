import { expect, it } from 'vitest';
import { disco } from '../../../../../../lib/domain/machines/measures/measures/disco.ts';
import { printedBy } from '../fake-programs.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the disk of each system', () => {
  expect(read(disco, 'linux')).toEqual({ ponto: '/', usado: 24495.7, total: 258019.6, pct: 23.58 });
  expect(read(disco, 'darwin')).toEqual({
    ponto: '/System/Volumes/Data',
    usado: 294174.4,
    total: 471482.1,
    pct: 64.07,
  });
  expect(read(disco, 'freebsd')).toEqual({ ponto: '/', usado: 2290.7, total: 27464.3, pct: 8.34 });
  expect(read(disco, 'windows')).toEqual({ ponto: 'C:', usado: 369686.4, total: 487424, pct: 75.84 });
});

it('reads a file system whose name holds spaces', () => {
  const df = 'Filesystem 1024-blocks Used Available Capacity Mounted on\na b 4096 1024 3072 25% /\n';
  const lines = printedBy(disco, 'linux', { df });
  expect(readLines(disco, 'linux', lines)).toEqual({ ponto: '/', usado: 1, total: 4, pct: 25 });
});

it('sends no name of a file system, which may be an address', () => {
  const header = 'Filesystem 1024-blocks Used Available Capacity Mounted on\n';
  const df = `${header}198.51.100.7:/ana/10 4096 1024 3072 25% /\n`;
  for (const system of ['linux', 'freebsd', 'darwin'] as const)
    expect(printedBy(disco, system, { df })).toEqual([' 4096 1024 3072 25% /']);
});

it('says nothing where df said nothing', () => {
  const lines = printedBy(disco, 'linux', { df: { prints: '', ends: 1 } });
  expect(readLines(disco, 'linux', lines)).toBeNull();
  expect(readLines(disco, 'linux', [' 25% /'])).toBeNull();
});

it('reads a disk that is fuller than full, of which df says that less than nothing is free', () => {
  const lines = [' 4096 4096 -327 109% /'];
  expect(readLines(disco, 'freebsd', lines)).toEqual({ ponto: '/', usado: 4, total: 4, pct: 100 });
});
