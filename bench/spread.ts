/** What repeated measurements say: the middle one, and how far they were apart. */
export interface Spread {
  median: number;
  min: number;
  max: number;
  samples: number;
}

/** Throws a `RangeError` when nothing was measured. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((left, right) => left - right);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new RangeError('There is no median of nothing.');
  return { median: medianOf(sorted), min, max, samples: sorted.length };
}

/** The share of the sorted samples that is at most this much, `share` from 0 to 1. */
export function quantileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
