import { DAY_MS, HOUR_MS } from '../calendar.ts';

/** A number of a machine at a moment, in milliseconds. */
export interface Point {
  at: number;
  value: number;
}

/** Less says nothing of days to come. */
const POINTS_MIN = 12;
const SPAN_MIN_MS = 12 * HOUR_MS;
/** So much of how the numbers differ a line has to explain, in all of the time and in its second half. */
const EXPLAINED = 0.9;
/** What rises by less in all is noise, in parts of what there is. */
const RISE_MIN = 0.002;
/** The rate of the second half against that of all: what slows down, or began just now, goes on otherwise. */
const STEADY = { least: 0.5, most: 2 };
/** Not longer ahead than a few times what was seen, nor a year. */
const AHEAD_OF_SPAN = 10;
const AHEAD_MAX_MS = 365 * DAY_MS;

/**
 * In how many milliseconds a number that rises reaches `full` at its rate; null where the numbers do not speak for that: they
 * fall, waver, rose in one step, or are too few. `points` in any order.
 */
export function timeUntilFull(points: readonly Point[], full: number): number | null {
  const known = points.toSorted((one, other) => one.at - other.at);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < POINTS_MIN || last.at - first.at < SPAN_MIN_MS) return null;
  const all = lineOf(known);
  const half = lineOf(known.slice(Math.floor(known.length / 2)));
  if (!all || !half || last.value >= full) return null;
  const isConvincing = all.explained >= EXPLAINED && half.explained >= EXPLAINED / 2;
  const pace = half.slope / all.slope;
  const isSteady = all.slope > 0 && pace >= STEADY.least && pace <= STEADY.most;
  const isRise = all.slope * (last.at - first.at) >= RISE_MIN * full;
  if (!isConvincing || !isSteady || !isRise) return null;
  const leftMs = (full - last.value) / all.slope;
  return leftMs <= Math.min(AHEAD_MAX_MS, AHEAD_OF_SPAN * (last.at - first.at)) ? leftMs : null;
}

/** The line nearest to some points, and what part of their differences it explains; null where there is no such line. */
function lineOf(points: readonly Point[]): { slope: number; explained: number } | null {
  const count = points.length;
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / count;
  const [midAt, midValue] = [mean(({ at }) => at), mean(({ value }) => value)];
  const atAt = mean(({ at }) => (at - midAt) ** 2);
  const atValue = mean(({ at, value }) => (at - midAt) * (value - midValue));
  const valueValue = mean(({ value }) => (value - midValue) ** 2);
  if (atAt === 0 || valueValue === 0) return null;
  return { slope: atValue / atAt, explained: atValue ** 2 / (atAt * valueValue) };
}
