import { nearestRank } from '../../nearest-rank.ts';

/** Values that lie together on a circle, such as times of day: `from` is the first of them, `from + width` the last. */
export interface Cluster {
  from: number;
  width: number;
  count: number;
}

/** Sorts values on a circle of `period` into clusters that lie more than `apart` from each other. */
export function clustersOn(period: number, values: readonly number[], apart: number): Cluster[] {
  const sorted = values.map((value) => modulo(value, period)).sort((a, b) => a - b);
  const arcs = sorted.map((value, place) => modulo((sorted[place + 1] ?? (sorted[0] ?? 0) + period) - value, period + 1e-9)); // prettier-ignore
  const starts = arcs.flatMap((arc, place) => (arc > apart ? [(place + 1) % sorted.length] : []));
  const [first, last] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  if (starts.length === 0) return [{ from: first, width: last - first, count: sorted.length }];
  return starts.map((start, place) => {
    const next = starts[(place + 1) % starts.length] ?? start;
    const count = modulo(next - start - 1, sorted.length) + 1;
    const from = sorted[start] ?? 0;
    const to = sorted[(start + count - 1) % sorted.length] ?? from;
    return { from, width: modulo(to - from, period), count };
  });
}

/** What is left of a value on a circle: never negative. */
export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** How likely people are to write a minute: 0 and 30 far more than 37. */
function roundness(minute: number): number {
  const of = modulo(minute, 60);
  if (of === 0) return 60;
  if (of === 30) return 30;
  if (of % 15 === 0) return 15;
  if (of % 10 === 0) return 8;
  return of % 5 === 0 ? 5 : 1;
}

/** A time that one run alone has shown is a run by hand among so many. */
export const HAND_MIN_RUNS = 8;
/** By so many minutes a clock that is fast may run a job early. */
export const EARLY_MIN = 0.25;
const BACK_MAX_MIN = 90;
const LIKELY_SHARE = 0.1;
/** How likely it is that all runs take about as long, so that none ends at its minute; and that none began at it. */
const STEADY_END = 0.5;
const STEADY_BEGIN = 0.01;

/**
 * The whole minutes at which a job may be scheduled of which `count` runs came over `width` minutes from `from` on, the
 * likeliest first. Weighs how round a minute is against how far the first run lies behind it: by chance where runs scatter
 * from the minute on, and at some likelihood where each takes some time.
 */
export function anchorsOf(
  { from, width, count }: Cluster,
  isBegun: boolean,
  backMax = BACK_MAX_MIN,
): number[] {
  const weighed: { minute: number; weight: number }[] = [];
  const scale = Math.max(width, 1);
  const last = Math.floor(from + EARLY_MIN);
  for (let minute = last; minute > from - Math.min(backMax, 1 + 3 * scale); minute--) {
    const back = Math.max(0, from - minute);
    const scattered = (scale / (scale + Math.max(0, back - 1))) ** count;
    const steady = (isBegun ? STEADY_BEGIN : STEADY_END) * Math.exp((-2 * back) / scale);
    weighed.push({ minute, weight: roundness(minute) * (scattered + steady) });
  }
  const best = Math.max(...weighed.map(({ weight }) => weight));
  return weighed
    .filter(({ weight }) => weight >= best * LIKELY_SHARE)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ minute }) => minute);
}

/** Without what one run alone has shown, where there are many: it was run by hand. */
export function withoutHand(clusters: readonly Cluster[], runs: number): Cluster[] {
  const kept = clusters.filter(({ count }) => count > 1 || runs < HAND_MIN_RUNS);
  return kept.length === 0 ? [...clusters] : kept;
}

/** Those of the most runs first. */
export function widest(clusters: readonly Cluster[]): Cluster[] {
  return clusters.toSorted((a, b) => b.count - a.count);
}

/** The middle of some numbers, the lower one of two; 0 of none. */
export function medianOf(values: readonly number[]): number {
  return (
    nearestRank(
      values.toSorted((a, b) => a - b),
      0.5,
    ) ?? 0
  );
}
