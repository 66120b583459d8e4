import { nearestRank } from '../nearest-rank.ts';

/** SPEC.md "Monitor" `duration`: all null when nothing was measured. */
export interface DurationStats {
  samples: number | null;
  /** The low median: always a duration that happened. */
  p50_ms: number | null;
  max_ms: number | null;
}

export function durationStats(durationsMs: readonly number[]): DurationStats {
  const sorted = [...durationsMs].sort((a, b) => a - b);
  if (sorted.length === 0) return { samples: null, p50_ms: null, max_ms: null };
  return {
    samples: sorted.length,
    p50_ms: nearestRank(sorted, 0.5) ?? null,
    max_ms: sorted.at(-1) ?? null,
  };
}
