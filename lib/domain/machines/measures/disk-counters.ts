import { numberOf, times, wordsOf } from './lines.ts';

/** Whole disks: a partition, a volume or a loop counts what its disk counts too. */
const LINUX_DISK = /^(?:sd[a-z]+|vd[a-z]+|xvd[a-z]+|hd[a-z]+|nvme\d+n\d+|mmcblk\d+)$/;
const FREEBSD_NO_DISK = /^(?:cd|md|pass|fd|sa|ses)\d/;
const SECTOR_BYTES = 512;

/** What one disk has counted since its start. */
export interface DiskCounters {
  readBytes: number | undefined;
  writtenBytes: number | undefined;
  busySec: number | undefined;
}
export type Disks = ReadonlyMap<string, DiskCounters>;

/** Columns of Documentation/admin-guide/iostats.rst, behind major and minor number and name: sectors, and ms of work. */
export function disksOnLinux(lines: readonly string[]): Disks {
  const disks = new Map<string, DiskCounters>();
  for (const words of lines.map(wordsOf)) {
    const name = words[2];
    if (words.length < 14 || name === undefined || !LINUX_DISK.test(name)) continue;
    const [readSectors, writtenSectors, busyMs] = [words[5], words[9], words[12]].map(numberOf);
    disks.set(name, {
      readBytes: times(readSectors, SECTOR_BYTES),
      writtenBytes: times(writtenSectors, SECTOR_BYTES),
      busySec: times(busyMs, 1 / 1000),
    });
  }
  return disks;
}

/** `"Statistics" = {"Bytes (Read)"=123,"Bytes (Write)"=45,…}`, in any order, for each disk. */
export function disksOnDarwin(lines: readonly string[]): Disks {
  const disks = new Map<string, DiskCounters>();
  for (const text of lines) {
    if (!text.includes('"Statistics" = {')) continue;
    const pairs = new Map(
      text
        .slice(text.indexOf('{') + 1)
        .split(/[,}]/)
        .map(keyAndNumber),
    );
    const [readBytes, writtenBytes] = [pairs.get('"Bytes (Read)"'), pairs.get('"Bytes (Write)"')];
    disks.set(String(disks.size), { readBytes, writtenBytes, busySec: undefined });
  }
  return disks;
}

function keyAndNumber(pair: string): [string, number | undefined] {
  const [key = '', value] = pair.split('=');
  return [key, numberOf(value)];
}

/** Totals in columns by their names; rows without these columns are another table. */
export function disksOnFreeBsd(lines: readonly string[]): Disks {
  const disks = new Map<string, DiskCounters>();
  let header: string[] = [];
  for (const words of lines.map(wordsOf)) {
    const name = words[0] ?? '';
    if (name === 'device' && words.includes('kr/i')) header = words;
    else if (words.length !== header.length) header = [];
    else if (!FREEBSD_NO_DISK.test(name)) {
      const [readKib, writtenKib, busySec] = ['kr/i', 'kw/i', 'sb/i'].map((column) =>
        numberOf(words[header.indexOf(column)]),
      );
      disks.set(name, {
        readBytes: times(readKib, 1024),
        writtenBytes: times(writtenKib, 1024),
        busySec,
      });
    }
  }
  return disks;
}
