import { DAY_MS, MINUTE_MS } from '../../calendar.ts';
import { clustersOn, medianOf, modulo } from './clusters.ts';
import { isUntold, type History, type Run } from './history.ts';
import type { Rhythm } from './proposal.ts';
import { fittingIntervalSec } from './tolerance.ts';
import { hasTrend } from './wandering.ts';

/** Fewer gaps alike are no interval yet: they may be those of a schedule. */
const RUNS_MIN = 8;
/** A gap that is shorter by more was split by a run by hand. */
const SPLIT = 0.6;
const SPLIT_SHARE = 0.2;
const LONGEST = 1.35;
/** What comes each week or once a month follows the calendar. */
const LONGEST_GAP_MS = 6.5 * DAY_MS;
const DAY_MIN = 1_440;
const TIMES_MAX = 6;
const DAY_SHARE = 0.03;

/**
 * The interval of a job that comes so long after its last run, or each so long by no clock that a cron could say; null where
 * gaps differ too much, or where they differ by times of day that are kept: then it is a schedule that no one cron can say.
 */
export function intervalOf(runs: readonly Run[], { untold, now }: History): Rhythm | null {
  const told = runs.filter(({ isFailed }) => !isFailed).map(({ at }) => at);
  const gaps = told.slice(1).flatMap((at, place) => {
    const before = told[place] ?? at;
    return isUntold(untold, before, at) ? [] : [at - before];
  });
  const usualMs = medianOf(gaps);
  const whole = gaps.filter((ms) => ms >= usualMs * SPLIT);
  const longestMs = Math.max(...gaps);
  const isSplitOften = gaps.length - whole.length > gaps.length * SPLIT_SHARE;
  if (usualMs > LONGEST_GAP_MS) return null;
  if (whole.length < RUNS_MIN - 1 || isSplitOften || longestMs > usualMs * LONGEST) return null;
  if (now - (told.at(-1) ?? now) > longestMs * LONGEST) return null;
  const earliestMs = Math.min(...whole);
  if (isOfTheClock(runs.map(({ beganAt }) => beganAt))) return null;
  const intervalSec = fittingIntervalSec(longestMs / 1_000);
  return { by: 'interval', intervalSec, gaps: { earliestMs, latestMs: longestMs } };
}

/**
 * Whether runs keep some times of day while the gaps between them differ, or as many as come in a day: a wait would push them
 * on, though its gaps differ no less.
 */
function isOfTheClock(told: readonly number[]): boolean {
  const gaps = told.slice(1).map((at, place) => at - (told[place] ?? at));
  const gapSpreadMs = Math.max(...gaps) - Math.min(...gaps);
  const minutes = told.map((at) => at / MINUTE_MS);
  const gapMin = medianOf(gaps) / MINUTE_MS;
  return [4, 35, 140].some((apart) => {
    const clusters = clustersOn(DAY_MIN, minutes, apart);
    const isFew = clusters.length <= Math.min(TIMES_MAX, told.length / 2);
    const widest = Math.max(...clusters.map(({ width }) => width));
    // Gaps differ more than the times of one schedule, and less than those of a wait that is pushed on.
    if (isFew && gapSpreadMs / MINUTE_MS > (clusters.length === 1 ? 1 : 2.5) * widest + 1) return true;
    const isOfDays = Math.abs(gapMin * clusters.length - DAY_MIN) <= DAY_MIN * DAY_SHARE;
    const passed = minutes.map((at) => Math.min(...clusters.map(({ from }) => modulo(at - from, DAY_MIN))));
    return isFew && isOfDays && !hasTrend(passed);
  });
}
