import { expect, it } from 'vitest';
import { uptime } from '../../../../../../lib/domain/machines/measures/measures/uptime.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the time since the start of each system', () => {
  expect(read(uptime, 'linux')).toEqual({ seg: 1_486 });
  expect(read(uptime, 'darwin')).toEqual({ seg: 402_721 });
  expect(read(uptime, 'freebsd')).toEqual({ seg: 402_721 });
  expect(read(uptime, 'windows')).toEqual({ seg: 345_678 });
});

it('says nothing of a start that is still to come', () => {
  const lines = ['kern.boottime: { sec = 1795402722, usec = 0 } Mon Nov 23', 'Mon Nov 23 02:58:41 UTC 2026'];
  expect(readLines(uptime, 'darwin', lines)).toBeNull();
});

it('reads a date whose day has one digit', () => {
  const lines = ['kern.boottime: { sec = 1796083200, usec = 0 } Tue Dec  1', 'Tue Dec  1 00:00:19 UTC 2026'];
  expect(readLines(uptime, 'darwin', lines)).toEqual({ seg: 19 });
});
