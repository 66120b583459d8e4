import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';
import { defaultGraceSec } from '../../schedule/default-grace.ts';
import { nextRuns } from '../../schedule/next-run.ts';
import type { Schedule } from '../../schedule/schedule.ts';

/** Coarse, so that what is proposed stays the same while runs vary: what was dismissed does not come back as a minute more. */
const STEPS_SEC = [
  90, 120, 180, 300, 600, 900, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200, 10_800, 14_400, 18_000, 21_600,
  28_800, 36_000, 43_200, 64_800, 86_400, 93_600, 108_000, 129_600, 172_800, 216_000, 259_200, 345_600,
  432_000, 518_400, 604_800, 691_200, 864_000, 1_209_600, 1_814_400, 2_678_400, 3_024_000,
];
const DAY_SEC = 86_400;
const ROOM = 1.5;
const ROOM_LITTLE = 1.2;
const SHARE_OF_GAP = 0.8;
const RUNS_AHEAD = 8;

/** A time that people would set: the first step that is not shorter. */
export function roundedUp(sec: number): number {
  return STEPS_SEC.find((step) => step >= sec) ?? Math.ceil(sec / DAY_SEC) * DAY_SEC;
}

/**
 * The grace of a schedule whose runs came so late at worst: what fits its gap, or half as much again as the worst, and
 * always so short that a missed run is told before the next one. Null when the runs come too late for that.
 */
export function fittingGraceSec(schedule: Schedule, worstSec: number, now: Instant): number | null {
  const runsAt = nextRuns(schedule, now, RUNS_AHEAD);
  const gapSec = Math.min(...runsAt.slice(1).map((at, place) => (at - (runsAt[place] ?? at)) / 1_000));
  const wanted = Math.max(defaultGraceSec(schedule, now), roundedUp(worstSec * ROOM));
  const tried = [wanted, Math.max(LIMITS.freeIntervalMinSec, roundedUp(worstSec * ROOM_LITTLE))];
  const isShort = (sec: number) => sec <= LIMITS.graceMaxSec && (sec < gapSec * SHARE_OF_GAP || sec === LIMITS.freeIntervalMinSec); // prettier-ignore
  return tried.find(isShort) ?? null;
}

/** The tolerated silence of a job whose longest gap was this: a quarter more. */
export function fittingIntervalSec(longestSec: number): number {
  return Math.max(LIMITS.freeIntervalMinSec, roundedUp(longestSec * 1.25));
}
