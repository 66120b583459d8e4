import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { clockChangeAt, type ClockChange } from './clock-change.ts';
import { nextRuns } from './next-run.ts';
import { parseCron } from './parse-cron.ts';
import type { Schedule } from './schedule.ts';
import { offsetMsAt } from './zone.ts';

/** The settings that say when a monitor is late, once they were decided. */
export interface PreviewedTiming {
  intervalSec: number;
  cron: string | null;
  tz: string | null;
  graceSec: number | null;
}

/** When a ping is expected, and the instant after which its absence is told. */
export interface PreviewedRun {
  at: Instant;
  deadlineAt: Instant;
  /** Local time minus UTC. */
  offsetMs: number;
  clockChange: ClockChange | null;
}

/** What is likely not meant as it is written. */
export type PreviewWarning =
  | { kind: 'grace_longer_than_gap'; graceSec: number; gapSec: number }
  | { kind: 'clock_change'; change: ClockChange; run: PreviewedRun; tz: string }
  | { kind: 'both_day_fields'; joinedBy: 'or' | 'and' }
  | { kind: 'few_runs'; count: number };

export interface SchedulePreview {
  runs: PreviewedRun[];
  warnings: PreviewWarning[];
}

/**
 * The next ten runs of a timing that is valid. Without a schedule they are the last moments for ten pings in a row,
 * the first of them counted from a ping at `now`.
 */
export function schedulePreview({ cron, tz, ...timing }: PreviewedTiming, now: Instant): SchedulePreview {
  if (cron === null) return { runs: lastMoments(timing.intervalSec, now), warnings: [] };
  const schedule = { cron, tz: tz ?? 'UTC' };
  const graceSec = timing.graceSec ?? LIMITS.graceDefaultSec;
  const runs = scheduledRuns(schedule, graceSec, now);
  return {
    runs,
    warnings: [
      ...graceWarning(runs, graceSec),
      ...dayWarning(schedule),
      ...runs.flatMap((run) => changeWarning(run, schedule.tz)),
      ...(runs.length < LIMITS.previewedRuns ? [{ kind: 'few_runs' as const, count: runs.length }] : []),
    ],
  };
}

function lastMoments(intervalSec: number, now: Instant): PreviewedRun[] {
  return Array.from({ length: LIMITS.previewedRuns }, (_, index) => {
    const at = now + (index + 1) * intervalSec * 1_000;
    return { at, deadlineAt: at, offsetMs: 0, clockChange: null };
  });
}

function scheduledRuns(schedule: Schedule, graceSec: number, now: Instant): PreviewedRun[] {
  const runsAt = nextRuns(schedule, now, LIMITS.previewedRuns);
  return runsAt.map((at, index) => ({
    at,
    deadlineAt: at + graceSec * 1_000,
    offsetMs: offsetMsAt(schedule.tz, at),
    clockChange: clockChangeAt(schedule, at, runsAt[index - 1] ?? now),
  }));
}

/** The ping of the next run comes before the deadline of the one before, so that a single missed run is not told. */
function graceWarning(runs: readonly PreviewedRun[], graceSec: number): PreviewWarning[] {
  const gapsSec = runs.slice(1).map(({ at }, index) => (at - (runs[index]?.at ?? at)) / 1_000);
  const gapSec = Math.min(...gapsSec);
  return gapsSec.length > 0 && graceSec >= gapSec
    ? [{ kind: 'grace_longer_than_gap', graceSec, gapSec }]
    : [];
}

function dayWarning({ cron }: Schedule): PreviewWarning[] {
  const fields = parseCron(cron);
  if (fields === null) return [];
  const { daysOfMonth, daysOfWeek, dayOfMonthStar, dayOfWeekStar } = fields;
  if (!dayOfMonthStar && !dayOfWeekStar) return [{ kind: 'both_day_fields', joinedBy: 'or' }];
  const restrictBoth = daysOfMonth.length < 31 && daysOfWeek.length < 7;
  return restrictBoth ? [{ kind: 'both_day_fields', joinedBy: 'and' }] : [];
}

function changeWarning(run: PreviewedRun, tz: string): PreviewWarning[] {
  return run.clockChange === null ? [] : [{ kind: 'clock_change', change: run.clockChange, run, tz }];
}
