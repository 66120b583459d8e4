import type { Instant } from '../instant.ts';
import { graceOfGapSec } from './grace-of-gap.ts';
import { nextRuns } from './next-run.ts';
import type { Schedule } from './schedule.ts';

/** Enough to see the short gap of a schedule such as `0 4,5 * * *`. */
const RUNS = 5;

/**
 * The grace of a schedule whose owner named none, where the API's own default is not meant: a job needs some time before
 * it answers, and is late long before its next run.
 */
export function defaultGraceSec(schedule: Schedule, now: Instant): number {
  const runsAt = nextRuns(schedule, now, RUNS);
  const gapsSec = runsAt.slice(1).map((at, index) => (at - (runsAt[index] ?? at)) / 1_000);
  return graceOfGapSec(Math.min(...gapsSec));
}

/** The same for a call with many schedules, often the same ones: reckons each once. Of one `now` only. */
export function graceEachOnce(): typeof defaultGraceSec {
  const known = new Map<string, number>();
  return (schedule, now) => {
    const key = JSON.stringify([schedule.tz, schedule.cron]);
    const graceSec = known.get(key) ?? defaultGraceSec(schedule, now);
    known.set(key, graceSec);
    return graceSec;
  };
}
