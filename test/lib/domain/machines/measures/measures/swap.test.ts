import { expect, it } from 'vitest';
import { swap } from '../../../../../../lib/domain/machines/measures/measures/swap.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the swap space of each system', () => {
  expect(read(swap, 'linux')).toEqual({ usada: 0, total: 0 });
  expect(read(swap, 'darwin')).toEqual({ usada: 1024.5, total: 2048, pct: 50.02 });
  expect(read(swap, 'freebsd')).toEqual({ usada: 102.4, total: 4096, pct: 2.5 });
  expect(read(swap, 'windows')).toEqual({ usada: 512, total: 4864, pct: 10.53 });
});

it('reads swap in use on Linux', () => {
  const lines = ['SwapTotal:       2097148 kB', 'SwapFree:        1048574 kB'];
  expect(readLines(swap, 'linux', lines)).toEqual({ usada: 1024, total: 2048, pct: 50 });
});

it('has a share of none where there is no swap space', () => {
  const header = 'Device          1K-blocks     Used    Avail Capacity';
  expect(readLines(swap, 'freebsd', [header])).toEqual({ usada: 0, total: 0 });
  expect(readLines(swap, 'freebsd', [])).toBeNull();
  const none = 'vm.swapusage: total = 0.00M  used = 0.00M  free = 0.00M  (encrypted)';
  expect(readLines(swap, 'darwin', [none])).toEqual({ usada: 0, total: 0 });
});

it('takes no swap space in use that is more than all of it', () => {
  expect(readLines(swap, 'linux', ['SwapTotal: 10 kB', 'SwapFree: 20 kB'])).toBeNull();
});
