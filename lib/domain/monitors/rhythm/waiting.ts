import type { Slot } from './answers.ts';

/** What starts within these of the full minute is started by a clock: what waits begins there once in fifteen times. */
const ON_MINUTE_MS = { early: 1_000, late: 3_000 };
/** So many errors from the middle between the two, a push is told from none. */
const ERRORS_MIN = 3;

/**
 * Whether a job whose durations are known waits after each run instead of keeping to a clock: then each run is pushed back by
 * all those before it, and as much as they took. `unknown` where they took too little to show beside the scatter of their
 * beginnings, and those do not lie on the minute.
 */
export function waitingOf(slots: readonly Slot[]): 'waits' | 'unknown' | 'kept' {
  const runs = slots.flatMap(({ at, runs: [first] }) =>
    first ? [{ ms: first.beganAt - at, tookMs: first.at - first.beganAt }] : [],
  );
  let pushedMs = 0;
  const pushed = runs.map(({ tookMs }) => (pushedMs += tookMs) - tookMs);
  if (pushedMs === 0) return 'kept';
  const late = runs.map(({ ms }) => ms);
  const { slope, error } = slopeOf(pushed, late);
  const isTold = Math.abs(slope - 0.5) > ERRORS_MIN * error;
  if (isTold && slope > 0.5) return 'waits';
  const earliestMs = Math.min(...late);
  const isOnMinute = earliestMs >= -ON_MINUTE_MS.early && earliestMs <= ON_MINUTE_MS.late;
  return isTold || isOnMinute || !areEven(slots) ? 'kept' : 'unknown';
}

/** Whether scheduled times lie so far apart each time: what waits has no days off. */
function areEven(slots: readonly Slot[]): boolean {
  const gaps = slots.slice(1).map(({ at }, place) => at - (slots[place]?.at ?? at));
  return Math.max(...gaps) === Math.min(...gaps);
}

/** By how much values grow with others, and the standard error of that. */
function slopeOf(of: readonly number[], values: readonly number[]): { slope: number; error: number } {
  const mean = (some: readonly number[]) => some.reduce((sum, each) => sum + each, 0) / some.length;
  const [ofMean, valueMean] = [mean(of), mean(values)];
  const pairs = of.map((each, place) => [each - ofMean, (values[place] ?? 0) - valueMean] as const);
  const squares = pairs.reduce((sum, [x]) => sum + x * x, 0);
  const slope = pairs.reduce((sum, [x, y]) => sum + x * y, 0) / squares;
  const left = pairs.reduce((sum, [x, y]) => sum + (y - slope * x) ** 2, 0);
  return { slope, error: Math.sqrt(left / (of.length - 2) / squares) };
}
