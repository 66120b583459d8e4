import type { System } from '../../devices/facts.ts';
import { uptimeOf } from '../elapsed.ts';
import { numberOf, present, riseOf, taggedNumber } from '../lines.ts';
import type { Measure, Source } from '../measure.ts';
import { line, OPERATING_SYSTEM } from '../powershell.ts';

const BOOT = /^kern\.boottime: \{ sec = (\d{1,12}), /;
const DATE = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (?:UTC|GMT) (\d{4})$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The time since the start of the system. */
export const uptime = {
  id: 'uptime',
  code: 'up',
  label: 'Uptime',
  description: 'Time since the system started',
  fields: [{ id: 'seg', label: 'Up', format: 'seg' }],
  charted: ['seg'],
  profile: 'completo',
  sources: [
    {
      system: 'linux',
      needs: ['proc_uptime'],
      label: '/proc/uptime',
      reads: [{ proc: 'uptime' }],
      parse: ({ first }) => present({ seg: wholeOf(uptimeOf(first)) }),
    },
    byBootTime('darwin'),
    byBootTime('freebsd'),
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_OperatingSystem',
      reads: [
        OPERATING_SYSTEM,
        { run: line('uptime', '[long]((Get-Date) - $os.LastBootUpTime).TotalSeconds') },
      ],
      parse: ({ first }) => present({ seg: wholeOf(taggedNumber(first, 'uptime=')) }),
    },
  ],
} satisfies Measure;

/** The start by the clock of the machine, which may be wrong: so the time now is taken from the same clock. */
function byBootTime(system: System): Source {
  return {
    system,
    needs: ['sysctl'],
    label: 'kern.boottime',
    reads: [{ run: 'sysctl kern.boottime' }, { run: 'date -u' }],
    parse: ({ first }) => {
      const boot = numberOf(first.map((text) => BOOT.exec(text)?.[1]).find((each) => each !== undefined));
      return present({ seg: riseOf(boot, dateOf(first)) });
    },
  };
}

/** Seconds since 1970 of `Mon Nov 23 02:58:41 UTC 2026`. */
function dateOf(lines: readonly string[]): number | undefined {
  for (const text of lines) {
    const [, name = '', day, hour, minute, second, year] = DATE.exec(text) ?? [];
    const month = MONTHS.indexOf(name);
    if (month === -1) continue;
    return Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)) / 1000;
  }
  return undefined;
}

function wholeOf(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.floor(seconds);
}
