import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { answeredRuns } from './answered-runs.ts';
import type { Schedule } from './schedule.ts';

/** A clock that is wrong by more is not "a little fast"; something else is amiss. */
const EARLY_MAX_SEC = 300;
const GRACE_STEP_SEC = 30;
const PINGS_EARLY_MIN = 3;

/** A longer grace under which early pings are on time, and how early they come. */
export interface FittingGrace {
  graceSec: number;
  earliestSec: number;
}

/**
 * The grace, in steps of 30 seconds, under which pings that come up to 5 minutes early answer their runs, or null
 * when none does: the early window never passes a tenth of the gap between two runs, whatever the grace.
 */
export function fittingGrace(schedule: Schedule, graceSec: number, pingsAt: Instant[]): FittingGrace | null {
  for (let tried = firstStepAbove(graceSec); tried <= EARLY_MAX_SEC; tried += GRACE_STEP_SEC) {
    const runs = answeredRuns(schedule, tried, pingsAt);
    if (runs !== null) {
      const earlySec = runs.map((runAt, index) => (runAt - (pingsAt[index] ?? runAt)) / 1_000);
      const earliestSec = Math.max(...earlySec);
      const early = earlySec.filter((sec) => sec > 0).length;
      return earliestSec > graceSec && early >= PINGS_EARLY_MIN ? { graceSec: tried, earliestSec } : null;
    }
  }
  return null;
}

function firstStepAbove(graceSec: number): number {
  return Math.max(LIMITS.graceMinSec, (Math.floor(graceSec / GRACE_STEP_SEC) + 1) * GRACE_STEP_SEC);
}
