import { busiestOf, longestGap, spansIn } from '../../domain/monitors/day/overlaps.ts';
import type { Stretch } from '../../domain/monitors/day/planned.ts';
import { durationText } from '../../render/time-text.ts';
import { atWork, type DayJob, type DaySpan } from './day-jobs.ts';

const MIN_MS = 60_000;

const KINDS: Record<DaySpan['kind'], string> = {
  success: '',
  fail: 'failed',
  running: 'is running',
  coming: 'planned',
  due: 'is due',
  no_run: 'did not run',
  paused: 'paused',
  unknown: 'not known',
};

/** What clocks of a zone show. */
export function timeIn(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone });
  return (at) => format.format(at);
}

/** A run or a scheduled time: `02:00–02:41`, `14:00, planned`. */
export function spanWords({ kind, from, until }: DaySpan, time: (at: number) => string): string {
  const end = until !== null && until - from >= MIN_MS ? `–${time(until)}` : '';
  return [`${time(from)}${end}`, KINDS[kind]].filter(Boolean).join(', ');
}

/** When the most are at work at once and when none is, in sentences. */
export function dayWords(jobs: readonly DayJob[], day: Stretch, time: (at: number) => string): string {
  const spans = atWork(jobs);
  const busiest = busiestOf(spans);
  if (busiest === null) return 'Nothing is planned at a time of this day.';
  const { from, to, spans: most } = busiest;
  const until = to - from >= 2 * MIN_MS ? `, until ${time(to)}` : '';
  const busy =
    most.length === 1 ? 'No two overlap.' : `Busiest at ${time(from)}: ${most.length} at once${until}.`;
  const gap = longestGap(spans, day);
  if (gap === null) return `${busy} There is no gap.`;
  return `${busy} Longest gap: ${time(gap.from)}–${time(gap.to)}, ${durationText(Math.round((gap.to - gap.from) / MIN_MS) * 60)}.`;
}

/** What an hour has: the runs and scheduled times that touch it, of how many jobs, and how many are at work at once in it. */
export function hourOf(
  jobs: readonly DayJob[],
  hour: Stretch,
): { spans: DaySpan[]; count: number; overlap: number } {
  const spans = spansIn(
    jobs.flatMap((job) => job.spans),
    hour,
  );
  const count = new Set(spans.map(({ job }) => job)).size;
  return { spans, count, overlap: busiestOf(spansIn(atWork(jobs), hour))?.spans.length ?? 0 };
}

/** So many stretches are told one by one. */
const BANDS_MAX = 3;

/** When a job runs every few minutes: `drain every 5 min from 00:00 to 23:55`. */
export function denseWords({ name, bands }: DayJob, time: (at: number) => string): string {
  const [first] = bands;
  const last = bands.at(-1);
  if (first && last && bands.length > BANDS_MAX)
    return `${name} now and then from ${time(first.from)} to ${time(last.to)}`;
  const words = bands.map(({ from, to, runs, everySec }) =>
    runs === 1 ? `at ${time(from)}` : `every ${durationText(everySec)} from ${time(from)} to ${time(to)}`,
  );
  return `${name} ${words.join(', ')}`;
}
