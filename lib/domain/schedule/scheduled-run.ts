import { DAY_MS, HOUR_MS, MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { earlyWindowMs } from './expected.ts';
import { nextRunAfter } from './next-run.ts';
import type { Schedule } from './schedule.ts';

/** How far back a scheduled time is looked for, the nearest first: a dense schedule has few in the first. */
const LOOKED_BACK_MS = [
  2 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  8 * DAY_MS,
  32 * DAY_MS,
  366 * DAY_MS,
];

/**
 * The scheduled time that a run belongs to which began at an instant: the last one before it, or the next one where it is
 * in the early window of that. Null where there is none within a year.
 */
export function scheduledRunOf(schedule: Schedule, graceSec: number, beganAt: Instant): Instant | null {
  const next = nextRunAfter(schedule, beganAt);
  const following = next === null ? null : nextRunAfter(schedule, next);
  if (next !== null && following !== null && next - beganAt <= earlyWindowMs(graceSec, following - next))
    return next;
  for (const back of LOOKED_BACK_MS) {
    let last = nextRunAfter(schedule, beganAt - back - 1);
    if (last === null || last > beganAt) continue;
    for (let later = nextRunAfter(schedule, last); later !== null && later <= beganAt;) {
      last = later;
      later = nextRunAfter(schedule, last);
    }
    return last;
  }
  return null;
}
