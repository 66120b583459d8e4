import { numberOf, present } from '../lines.ts';
import type { Measure } from '../measure.ts';

/** `/proc/pressure/cpu:some avg10=0.00 avg60=5.59 avg300=2.79 total=29000400` */
const SOME = /^\/proc\/pressure\/(\w+):some avg10=[\d.]+ avg60=([\d.]+) /;

/** Pressure stall information: the share of the last minute in which something waited for want of a resource. */
export const pressao = {
  id: 'pressao',
  code: 'ps',
  label: 'Pressure',
  description: 'Share of the last minute in which a task waited for processor, memory or disk',
  fields: [
    { id: 'cpu', label: 'CPU', format: 'pct' },
    { id: 'memoria', label: 'Memory', format: 'pct' },
    { id: 'io', label: 'Disk', format: 'pct' },
  ],
  charted: ['cpu', 'memoria', 'io'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['proc_pressure'],
      label: '/proc/pressure',
      reads: [{ run: 'grep some /proc/pressure/*' }],
      parse: ({ first }) =>
        present({
          cpu: stalled(first, 'cpu'),
          memoria: stalled(first, 'memory'),
          io: stalled(first, 'io'),
        }),
    },
  ],
} satisfies Measure;

function stalled(lines: readonly string[], resource: string): number | undefined {
  const [, , share] = lines.map((line) => SOME.exec(line)).find((found) => found?.[1] === resource) ?? [];
  const value = numberOf(share);
  return value === undefined || value > 100 ? undefined : value;
}
