import { elapsedSec, elapsedSecBy, millionsPerSec } from '../elapsed.ts';
import { disksOnDarwin, disksOnFreeBsd, disksOnLinux, type Disks } from '../disk-counters.ts';
import { percentOf, present, riseOf, taggedNumber, times } from '../lines.ts';
import type { Measure, RawReading, Values } from '../measure.ts';
import { asMs, line, rawTotal } from '../powershell.ts';

/** What is read and written a second on all disks, and how busy the busiest of them is. */
export const disco_io = {
  id: 'disco_io',
  code: 'io',
  label: 'Disk activity',
  description: 'Read and written on all disks, and how busy the busiest one is',
  fields: [
    { id: 'leitura', label: 'Read', format: 'mbs' },
    { id: 'escrita', label: 'Written', format: 'mbs' },
    { id: 'ocupado', label: 'Busy', format: 'pct' },
  ],
  charted: ['leitura', 'escrita'],
  profile: 'completo',
  sources: [
    {
      system: 'linux',
      needs: ['proc_diskstats'],
      label: '/proc/diskstats',
      reads: [{ proc: 'uptime' }, { run: 'grep -Ev "loop|ram|dm-" /proc/diskstats' }],
      twice: true,
      parse: (raw) => activityOf(disksOnLinux(raw.first), disksOnLinux(raw.second), elapsedSec(raw)),
    },
    {
      system: 'darwin',
      needs: ['ioreg'],
      label: 'ioreg',
      reads: [{ run: 'ioreg -rd1 -w0 -c IOBlockStorageDriver|grep Statistics' }],
      twice: true,
      parse: (raw) => activityOf(disksOnDarwin(raw.first), disksOnDarwin(raw.second), elapsedSec(raw)),
    },
    {
      system: 'freebsd',
      needs: ['iostat'],
      label: 'iostat',
      reads: [{ run: 'iostat -Ix' }],
      twice: true,
      parse: (raw) => activityOf(disksOnFreeBsd(raw.first), disksOnFreeBsd(raw.second), elapsedSec(raw)),
    },
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_PerfRawData_PerfDisk_PhysicalDisk',
      reads: [
        rawTotal('io', 'PerfDisk_PhysicalDisk', [
          line('disco_io_lidos', '$io.DiskReadBytesPersec'),
          line('disco_io_escritos', '$io.DiskWriteBytesPersec'),
          line('disco_io_idle', asMs('$io.PercentIdleTime')),
          line('disco_io_ms', asMs('$io.Timestamp_Sys100NS')),
        ]),
      ],
      twice: true,
      parse: onWindows,
    },
  ],
} satisfies Measure;

/** Of the disks that were there both times. */
function activityOf(before: Disks, now: Disks, seconds: number): Values | null {
  let read: number | undefined;
  let written: number | undefined;
  let busiestSec: number | undefined;
  for (const [name, later] of now) {
    const earlier = before.get(name);
    const busySec = riseOf(earlier?.busySec, later.busySec);
    read = sumOf(read, riseOf(earlier?.readBytes, later.readBytes));
    written = sumOf(written, riseOf(earlier?.writtenBytes, later.writtenBytes));
    if (busySec !== undefined) busiestSec = Math.max(busiestSec ?? 0, busySec);
  }
  return present({
    leitura: millionsPerSec(read, seconds),
    escrita: millionsPerSec(written, seconds),
    ocupado: percentOf(busiestSec, seconds),
  });
}

/** A part that is not known adds nothing. */
function sumOf(sum: number | undefined, part: number | undefined): number | undefined {
  return part === undefined ? sum : (sum ?? 0) + part;
}

function onWindows(raw: RawReading): Values | null {
  const seconds = elapsedSecBy('disco_io_ms=', raw);
  const [read, written, idleMs] = ['disco_io_lidos=', 'disco_io_escritos=', 'disco_io_idle='].map((tag) =>
    riseOf(taggedNumber(raw.first, tag), taggedNumber(raw.second, tag)),
  );
  const busyMs = seconds === undefined || idleMs === undefined ? undefined : 1000 * seconds - idleMs;
  return present({
    leitura: millionsPerSec(read, seconds),
    escrita: millionsPerSec(written, seconds),
    ocupado: percentOf(busyMs, times(seconds, 1000)),
  });
}
