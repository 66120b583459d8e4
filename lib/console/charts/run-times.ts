import { scheduledRunOf } from '../../domain/schedule/scheduled-run.ts';
import { runText } from '../words/relative-text.ts';

/** When runs of a job are expected. */
export interface Expected {
  cron: string | null;
  tz: string | null;
  interval_sec: number;
  grace_sec: number | null;
  max_duration_sec: number | null;
}

/** What is known of a run; times in milliseconds. */
interface Run {
  id: string;
  kind: 'ok' | 'fail' | 'started' | 'note';
  at: number;
  endedAt: number | null;
  ms: number | null;
}

/** How a run lies to the time that it was expected at. */
export interface RunTime {
  /** After the scheduled time; negative where it came before it. Of an interval nothing is scheduled, so 0. */
  offsetMs: number;
  /** How far beyond the grace, or the interval, it ended; 0 for one that was on time. */
  lateMs: number;
}

/** How runs, newest first, lie to their schedule, by id. Notes and what has not ended are on time. */
export function runTimesOf(runs: readonly Run[], expected: Expected): ReadonlyMap<string, RunTime> {
  const { cron, tz, grace_sec: graceSec, interval_sec: intervalSec } = expected;
  const ended = runs.filter(({ endedAt }) => endedAt !== null);
  const before = new Map(ended.map(({ id }, at) => [id, ended[at + 1]?.endedAt ?? null]));
  return new Map(
    runs.map(({ id, kind, at, endedAt }) => {
      if (cron !== null && kind !== 'note') {
        const schedule = { cron, tz: tz ?? 'UTC' };
        const grace = graceSec ?? 0;
        const slot = scheduledRunOf(schedule, grace, at) ?? at;
        return [id, { offsetMs: at - slot, lateMs: Math.max(0, (endedAt ?? at) - slot - grace * 1000) }];
      }
      const last = before.get(id) ?? null;
      const gap = last === null || endedAt === null ? 0 : endedAt - last;
      return [id, { offsetMs: 0, lateMs: Math.max(0, gap - intervalSec * 1000) }];
    }),
  );
}

/** What is drawn of some runs in one scale. */
export interface RunScale {
  fromMs: number;
  toMs: number;
}

/** Of so many runs the longest is cut rather than that it makes all others points. */
const SHOWN_WHOLE = 0.95;
/** Grace and limit are shown where they are no more than so many times as long as the runs. */
const IN_SIGHT = 3;

/** The scale in which most of some runs are seen whole, with grace and limit where they are in sight. */
export function runScaleOf(
  runs: readonly Run[],
  times: ReadonlyMap<string, RunTime>,
  expected: Expected,
): RunScale {
  const drawn = runs.filter(({ kind }) => kind !== 'note');
  const offsets = drawn.map(({ id }) => times.get(id)?.offsetMs ?? 0);
  const ends = drawn.map(({ ms }, at) => (offsets[at] ?? 0) + (ms ?? 0)).toSorted((a, b) => a - b);
  const longest = Math.max(1_000, ends.at(Math.ceil(ends.length * SHOWN_WHOLE) - 1) ?? 0);
  const marks = [expected.cron === null ? null : expected.grace_sec, expected.max_duration_sec];
  const seen = marks.map((sec) => (sec ?? 0) * 1000).filter((ms) => ms <= IN_SIGHT * longest);
  return { fromMs: Math.min(0, ...offsets), toMs: Math.max(longest, ...seen) * 1.05 };
}

/** What the bars say, for who sees them. */
export function barsWords({ fromMs, toMs }: RunScale, expected: Expected): string {
  const { cron, grace_sec: grace, max_duration_sec: limit } = expected;
  const from = cron === null ? 'Bars start with the run' : 'Bars start at the scheduled time';
  const marks = [
    cron !== null && grace !== null && `shaded: the grace of ${runText(grace * 1000)}`,
    limit !== null && `line: the run limit of ${runText(limit * 1000)}`,
  ].filter((mark) => mark !== false);
  return `${[from, ...marks].join('; ')}. Full width: ${runText(toMs - fromMs)}.`;
}

/** How far a run was from its scheduled time, where that is worth a word. */
export function offsetWords({ offsetMs, lateMs }: RunTime): string {
  const sec = Math.round(Math.abs(offsetMs) / 1000);
  const begun = sec < 5 ? '' : `started ${runText(sec * 1000)} ${offsetMs < 0 ? 'early' : 'after schedule'}`;
  return [lateMs > 0 ? `late by ${runText(lateMs)}` : '', begun].filter(Boolean).join(', ');
}
