/** The durations of the runs that ended on a day, in milliseconds; each figure is one that happened. */
export interface DayFigures {
  runs: number;
  /** The low median. */
  p50Ms: number;
  /** By the nearest rank. */
  p95Ms: number;
  maxMs: number;
}

/** Undefined where nothing was measured. */
export function dayFigures(durationsMs: readonly number[]): DayFigures | undefined {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
  const [p50Ms, p95Ms, maxMs] = [at(0.5), at(0.95), at(1)];
  if (p50Ms === undefined || p95Ms === undefined || maxMs === undefined) return undefined;
  return { runs: sorted.length, p50Ms, p95Ms, maxMs };
}
