import type { Instant } from '../instant.ts';
import { nextRunAfter, nextRuns } from './next-run.ts';
import type { Schedule } from './schedule.ts';
import { LIMITS } from '../limits.ts';

/**
 * When the run after a success ping is due, or null when the schedule has no further run. A ping up to
 * min(`graceSec`, a tenth of the gap between the next two runs) before a scheduled time answers that time, so a
 * host whose clock is a little fast is not late (DECISIONS.md "Ingest" 7).
 */
export function expectedAfterPing(schedule: Schedule, pingAt: Instant, graceSec: number): Instant | null {
  const next = nextRunAfter(schedule, pingAt);
  if (next === null || next - pingAt > graceSec * 1_000) return next;
  const following = nextRunAfter(schedule, next);
  if (following === null) return null;
  return next - pingAt <= earlyWindowMs(graceSec, following - next) ? following : next;
}

/** How long before a scheduled time a ping still answers it, in milliseconds. */
export function earlyWindowMs(graceSec: number, gapMs: number): number {
  return Math.min(graceSec * 1_000, gapMs / 10);
}

/**
 * The gap between a schedule's next two runs, in seconds; the longest interval allowed when there is no second run
 * within reach. It is what `interval_sec` of a scheduled monitor shows (SPEC.md "Monitor").
 */
export function windowSecOf(schedule: Schedule, now: Instant): number {
  const [first, second] = nextRuns(schedule, now, 2);
  if (first === undefined || second === undefined) return LIMITS.intervalMaxSec;
  return Math.min((second - first) / 1_000, LIMITS.intervalMaxSec);
}
