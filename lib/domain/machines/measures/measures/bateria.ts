import { numberOf, present, rounded, taggedCount } from '../lines.ts';
import type { Measure, RawReading, Values } from '../measure.ts';
import { line } from '../powershell.ts';

type State = 'charging' | 'discharging' | 'full' | 'idle';

/** What each system calls it. Idle: on mains, neither charging nor full. */
const STATES: Readonly<Record<string, State>> = {
  charging: 'charging',
  discharging: 'discharging',
  'not charging': 'idle',
  full: 'full',
  // macOS
  charged: 'full',
  'finishing charge': 'charging',
  'ac attached': 'idle',
  // FreeBSD: on mains and full
  high: 'full',
};

/** BatteryStatus of Win32_Battery: discharging, on mains, full, low, critical, four ways of charging, not there, partly. */
const WINDOWS_STATES: readonly (State | undefined)[] = [
  undefined, 'discharging', 'idle', 'full', 'discharging', 'discharging',
  'charging', 'charging', 'charging', 'charging', undefined, 'idle',
]; // prettier-ignore

/** `/sys/class/power_supply/BAT0/capacity:87` */
const LINUX = /^\/sys\/class\/power_supply\/BAT\w*\/(capacity|status):(.+)$/;
const PMSET = /^pmset=(\d{1,3})%; ([a-zA-Z ]+);$/;
const ACPICONF = /^acpiconf=State: ([a-z ]+) Remaining capacity: (\d{1,3})%$/;

/** The charge of all batteries on average; serial numbers, which their tables have too, are not read. */
export const bateria = {
  id: 'bateria',
  code: 'ba',
  label: 'Battery',
  description: 'Charge of the battery, and whether it is charging',
  fields: [
    { id: 'carga', label: 'Charge', format: 'pct' },
    { id: 'estado', label: 'State' },
  ],
  charted: ['carga'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['sys_bateria'],
      label: '/sys/class/power_supply',
      // `capacity` and `status`, each with its path; the serial number is no match.
      reads: [{ run: 'grep "" /sys/class/power_supply/BAT*/[cs]*[ys]' }],
      parse: onLinux,
    },
    {
      system: 'darwin',
      needs: ['pmset'],
      label: 'pmset -g batt',
      reads: [{ run: 'echo pmset=$(pmset -g batt|grep -o "[0-9]*.; [a-zA-Z ]*;")' }],
      parse: ({ first }) => {
        const [, charge, state] = first.map((text) => PMSET.exec(text)).find(Boolean) ?? [];
        return batteryOf(numberOf(charge), STATES[state?.toLowerCase() ?? '']);
      },
    },
    {
      system: 'freebsd',
      needs: ['acpiconf'],
      label: 'acpiconf -i 0',
      reads: [{ run: 'echo acpiconf=$(acpiconf -i 0|grep -E "^(State|Remaining c)")' }],
      parse: ({ first }) => {
        const [, state, charge] = first.map((text) => ACPICONF.exec(text)).find(Boolean) ?? [];
        return batteryOf(numberOf(charge), STATES[state?.split(' ')[0] ?? '']);
      },
    },
    {
      system: 'windows',
      needs: ['cim_bateria'],
      label: 'Win32_Battery',
      reads: [
        {
          run: [
            '$bat = Get-CimInstance Win32_Battery | Select-Object -First 1',
            line('bateria_carga', '$bat.EstimatedChargeRemaining'),
            line('bateria_estado', '$bat.BatteryStatus'),
          ].join('; '),
        },
      ],
      parse: ({ first }) => {
        const state = taggedCount(first, 'bateria_estado=');
        return batteryOf(taggedCount(first, 'bateria_carga='), WINDOWS_STATES[state ?? 0]);
      },
    },
  ],
} satisfies Measure;

function batteryOf(charge: number | undefined, state: State | undefined): Values | null {
  // Worn batteries report a little over 100 for a moment.
  return charge === undefined ? null : present({ carga: Math.min(100, rounded(charge, 1)), estado: state });
}

/** One of several that discharges or charges says more than one that rests. */
function onLinux({ first }: RawReading): Values | null {
  const charges: number[] = [];
  const states: (State | undefined)[] = [];
  for (const text of first) {
    const [, file, value = ''] = LINUX.exec(text) ?? [];
    if (file === 'status') states.push(STATES[value.toLowerCase()]);
    const charge = file === 'capacity' ? numberOf(value) : undefined;
    if (charge !== undefined) charges.push(charge);
  }
  if (charges.length === 0) return null;
  const average = charges.reduce((sum, each) => sum + each, 0) / charges.length;
  const busy = (['discharging', 'charging'] as const).find((state) => states.includes(state));
  return batteryOf(average, busy ?? states[0]);
}
