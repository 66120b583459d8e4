import { elapsedSecBy } from '../elapsed.ts';
import {
  numberOf,
  numbersOf,
  percentOf,
  present,
  riseOf,
  taggedNumber,
  taggedWords,
  totalOf,
} from '../lines.ts';
import type { Measure, RawReading, Read, Values } from '../measure.ts';
import { asMs, line, rawTotal } from '../powershell.ts';

/** The lines of `/proc/stat` that are short however many processors and interrupts a machine has. */
export const PROC_STAT: Read = { run: 'grep -E "^cpu |^procs_" /proc/stat' };

const TOP = /^CPU usage: .*?([\d.]{1,6})% idle/;

/** Shares of the processor time between two reads: use, waiting, stolen and idle are all of it. */
export const cpu = {
  id: 'cpu',
  code: 'cp',
  label: 'CPU',
  description: 'Processor time in use, waiting for disks, and taken by other guests of the host',
  fields: [
    { id: 'uso', label: 'Use', format: 'pct' },
    { id: 'espera', label: 'Waiting', format: 'pct' },
    { id: 'roubo', label: 'Stolen', format: 'pct' },
  ],
  charted: ['uso'],
  profile: 'essentials',
  sources: [
    {
      system: 'linux',
      needs: ['proc_stat'],
      label: '/proc/stat',
      reads: [PROC_STAT],
      twice: true,
      parse: onLinux,
    },
    {
      system: 'darwin',
      needs: ['top'],
      label: 'top',
      reads: [{ run: 'top -l 2 -n 0 -s 2|grep ^CPU' }],
      parse: ({ first }) => {
        // Only the last of both tells of now, the first of the time since the start.
        const idle = numberOf(first.findLast((text) => TOP.test(text))?.match(TOP)?.[1]);
        return idle === undefined || idle > 100 ? null : present({ uso: percentOf(100 - idle, 100) });
      },
    },
    {
      system: 'freebsd',
      needs: ['sysctl'],
      label: 'kern.cp_time',
      reads: [{ run: 'sysctl kern.cp_time' }],
      twice: true,
      parse: onFreeBsd,
    },
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_PerfRawData_PerfOS_Processor',
      reads: [
        rawTotal('cpu', 'PerfOS_Processor', [
          line('cpu_idle', asMs('$cpu.PercentProcessorTime')),
          line('cpu_ms', asMs('$cpu.Timestamp_Sys100NS')),
        ]),
      ],
      twice: true,
      parse: onWindows,
    },
  ],
} satisfies Measure;

/** `cpu user nice system idle iowait irq softirq steal`; guests are in user already. Old kernels have fewer columns. */
function onLinux(raw: RawReading): Values | null {
  const rises = risesOf('cpu ', 8, raw);
  const [, , , idle, waiting, , , stolen] = rises;
  const total = totalOf(rises);
  const idleOrElsewhere = totalOf([idle, waiting, stolen]);
  const used = total === undefined || idleOrElsewhere === undefined ? undefined : total - idleOrElsewhere;
  return present({
    uso: percentOf(used, total),
    espera: percentOf(waiting, total),
    roubo: percentOf(stolen, total),
  });
}

/** `kern.cp_time: user nice sys intr idle` */
function onFreeBsd(raw: RawReading): Values | null {
  const rises = risesOf('kern.cp_time:', 5, raw);
  const total = totalOf(rises);
  const used = totalOf(rises.slice(0, 4));
  return present({ uso: percentOf(used, total) });
}

/** The raw counter of use counts the time that was idle. */
function onWindows(raw: RawReading): Values | null {
  const seconds = elapsedSecBy('cpu_ms=', raw);
  const idleMs = riseOf(taggedNumber(raw.first, 'cpu_idle='), taggedNumber(raw.second, 'cpu_idle='));
  if (seconds === undefined || idleMs === undefined) return null;
  return present({ uso: percentOf(Math.max(0, 1000 * seconds - idleMs), 1000 * seconds) });
}

/** By how much each column of a line rose; columns that a line does not have did not rise. */
function risesOf(tag: string, columns: number, { first, second }: RawReading): (number | undefined)[] {
  const before = taggedWords(first, tag);
  const now = taggedWords(second, tag);
  if (before === undefined || now === undefined || before.length !== now.length) return [];
  const [earlier, later] = [numbersOf(before), numbersOf(now)];
  return Array.from({ length: columns }, (_none, at) =>
    at < before.length ? riseOf(earlier[at], later[at]) : 0,
  );
}
