import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { nextRuns } from './next-run.ts';
import type { Schedule } from './schedule.ts';

/**
 * The gap between a schedule's next two runs, in seconds; the longest interval allowed when there is no second run
 * within reach. It is what `interval_sec` of a scheduled monitor shows (SPEC.md "Monitor").
 */
export function windowSecOf(schedule: Schedule, now: Instant): number {
  const [first, second] = nextRuns(schedule, now, 2);
  if (first === undefined || second === undefined) return LIMITS.intervalMaxSec;
  return Math.min((second - first) / 1_000, LIMITS.intervalMaxSec);
}
