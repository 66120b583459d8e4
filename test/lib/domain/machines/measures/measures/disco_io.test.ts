import { expect, it } from 'vitest';
import { disco_io } from '../../../../../../lib/domain/machines/measures/measures/disco_io.ts';
import { read, readLines } from '../transcripts.ts';

const disk = (name: string, readSectors: number, writtenSectors: number, busyMs: number) =>
  ` 8 0 ${name} 1 0 ${readSectors} 0 1 0 ${writtenSectors} 0 0 ${busyMs} 0 0 0 0 0`;

it('reads the disk activity of each system', () => {
  expect(read(disco_io, 'linux')).toEqual({ leitura: 0.0661, escrita: 28.8024, ocupado: 1.61 });
  expect(read(disco_io, 'darwin')).toEqual({ leitura: 10, escrita: 5 });
  expect(read(disco_io, 'freebsd')).toEqual({ leitura: 10.24, escrita: 5.12, ocupado: 25 });
  expect(read(disco_io, 'windows')).toEqual({ leitura: 8, escrita: 4, ocupado: 20 });
});

it.each(['sda', 'sdab', 'vdb', 'xvda', 'hda', 'nvme0n1', 'mmcblk0'])('counts the whole disk %s', (name) => {
  const values = readLines(disco_io, 'linux', [disk(name, 0, 0, 0)], [disk(name, 2_000_000, 1_000_000, 500)]);
  expect(values).toEqual({ leitura: 512, escrita: 256, ocupado: 25 });
});

it.each([
  'sda1',
  'nvme0n1p1',
  'nvme0c0n1',
  'mmcblk0p1',
  'mmcblk0boot0',
  'dm-0',
  'md0',
  'loop0',
  'zram0',
  'sr0',
])('does not count %s', (name) =>
  expect(readLines(disco_io, 'linux', [disk(name, 0, 0, 0)], [disk(name, 9, 9, 9)])).toBeNull(),
);

it('adds up the disks and takes the busiest, over the time that passed by the clock of the kernel', () => {
  const first = ['100.00 90.00', disk('sda', 0, 0, 0), disk('sdb', 0, 0, 0)];
  const second = ['104.00 93.00', disk('sda', 1_000_000, 0, 1_000), disk('sdb', 1_000_000, 0, 3_000)];
  expect(readLines(disco_io, 'linux', first, second)).toEqual({ leitura: 256, escrita: 0, ocupado: 75 });
});

it('leaves out a counter that went back and a disk that was not there before', () => {
  const first = [disk('sda', 100, 0, 0), disk('sdb', 0, 0, 0)];
  const second = [disk('sda', 50, 2_000_000, 0), disk('sdc', 9, 9, 9)];
  expect(readLines(disco_io, 'linux', first, second)).toEqual({ escrita: 512, ocupado: 0 });
});
