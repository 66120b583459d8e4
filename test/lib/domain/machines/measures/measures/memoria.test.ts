import { expect, it } from 'vitest';
import { memoria } from '../../../../../../lib/domain/machines/measures/measures/memoria.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the memory of each system', () => {
  expect(read(memoria, 'linux')).toEqual({ usada: 3190.4, total: 24105.6, pct: 13.24 });
  expect(read(memoria, 'darwin')).toEqual({ usada: 9374, total: 16384, pct: 57.21 });
  expect(read(memoria, 'freebsd')).toEqual({ usada: 1339.4, total: 4046.4, pct: 33.1 });
  expect(read(memoria, 'windows')).toEqual({ usada: 7449.1, total: 16250.2, pct: 45.84 });
});

it('adds up free memory and caches where Linux does not say what is available', () => {
  const lines = ['MemTotal: 4096 kB', 'MemFree: 1024 kB', 'Buffers: 512 kB', 'Cached: 512 kB'];
  expect(readLines(memoria, 'linux', lines)).toEqual({ usada: 2, total: 4, pct: 50 });
});

it('reads FreeBSD without ZFS', () => {
  const lines = [
    'hw.physmem: 4194304',
    'hw.pagesize: 4096',
    'vm.stats.vm.v_free_count: 256',
    'vm.stats.vm.v_inactive_count: 128',
    'vm.stats.vm.v_laundry_count: 128',
  ];
  expect(readLines(memoria, 'freebsd', lines)).toEqual({ usada: 2, total: 4, pct: 50 });
});

it('keeps the total where the rest says more than all', () => {
  const lines = ['MemTotal: 4096 kB', 'MemAvailable: 5000 kB'];
  expect(readLines(memoria, 'linux', lines)).toEqual({ total: 4 });
});
