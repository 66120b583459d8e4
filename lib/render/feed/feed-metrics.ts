import type { FeedMonitor } from '../../domain/feed/feed-monitor.ts';
import { isInTrouble } from '../../domain/feed/standing.ts';
import type { Instant } from '../../domain/instant.ts';
import { labelValue } from '../escape.ts';

interface Family {
  name: string;
  type: 'gauge' | 'counter';
  help: string;
  /** Null leaves the monitor out of the family. */
  valueOf(monitor: FeedMonitor, now: Instant): number | null;
}

const FAMILIES: readonly Family[] = [
  {
    name: 'service_last_ping_age_seconds',
    type: 'gauge',
    help: 'Seconds since the last ping; absent for a monitor that never pinged.',
    valueOf: (monitor, now) =>
      monitor.lastEventAt === null ? null : Math.max(0, now - monitor.lastEventAt) / 1000,
  },
  {
    name: 'service_late',
    type: 'gauge',
    help: 'Whether the monitor is past its deadline (1) or not (0).',
    valueOf: (monitor) => (monitor.state === 'late' ? 1 : 0),
  },
  {
    name: 'service_miss_total',
    type: 'counter',
    help: 'How many times the monitor went silent.',
    valueOf: (monitor) => monitor.missCount,
  },
  {
    name: 'service_incident',
    type: 'gauge',
    help: 'Whether an incident is open (1) or not (0): a job that failed, runs too long or is silent. 0 while paused.',
    valueOf: (monitor) => (isInTrouble(monitor) ? 1 : 0),
  },
];

/**
 * The feed in the text exposition format 0.0.4 (SPEC.md "Public dashboard"). The series are in order of row id,
 * so that two scrapes differ in their values only.
 */
export function feedMetrics(monitors: readonly FeedMonitor[], now: Instant): string {
  const labelled = monitors
    .toSorted((one, other) => (one.rowId < other.rowId ? -1 : 1))
    .map((monitor) => ({ monitor, labels: labelsOf(monitor) }));
  const lines = FAMILIES.flatMap((family) => [
    `# HELP ${family.name} ${family.help}`,
    `# TYPE ${family.name} ${family.type}`,
    ...labelled.flatMap(({ monitor, labels }) => {
      const value = family.valueOf(monitor, now);
      return value === null ? [] : [`${family.name}{${labels}} ${value}`];
    }),
  ]);
  return `${lines.join('\n')}\n`;
}

function labelsOf(monitor: FeedMonitor): string {
  return `id="${labelValue(monitor.rowId)}",name="${labelValue(monitor.name)}"`;
}
