import { expect, it } from 'vitest';
import { inodes } from '../../../../../../lib/domain/machines/measures/measures/inodes.ts';
import { printedBy } from '../fake-programs.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the inodes of each system that has them', () => {
  expect(read(inodes, 'linux')).toEqual({ usados: 527027, total: 16777216, pct: 3.14 });
  expect(read(inodes, 'darwin')).toEqual({ usados: 404167, total: 1689416507, pct: 0.02 });
  expect(read(inodes, 'freebsd')).toEqual({ usados: 345678, total: 50469134, pct: 0.68 });
  expect(read(inodes, 'windows')).toBeNull();
});

it('says nothing of a file system that has no limit', () => {
  expect(readLines(inodes, 'linux', ['inodes= 0 0'])).toBeNull();
});

it('sends no name of a file system, which may be an address', () => {
  const df = 'Filesystem Inodes IUsed IFree IUse% Mounted on\n198.51.100.7:/ana 655360 65536 589824 10% /\n';
  const lines = printedBy(inodes, 'linux', { df });
  expect(lines).toEqual(['inodes= 65536 589824']);
  expect(readLines(inodes, 'linux', lines)).toEqual({ usados: 65536, total: 655360, pct: 10 });
});

it('finds the columns of BSD', () => {
  const df =
    'Filesystem   512-blocks     Used Available Capacity iused      ifree %iused  Mounted on\n' +
    '/dev/disk3s1s1 965595304 20165664 300000000     7%  404167 1689012340    0%   /\n';
  expect(printedBy(inodes, 'darwin', { df })).toEqual(['inodes= 404167 1689012340']);
});
