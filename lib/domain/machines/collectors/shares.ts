/** The share of a whole that is not free, in percent; of nothing, such as no swap, there is none. */
export function usedPct(total: number | undefined, free: number | undefined): number | undefined {
  if (total === undefined || free === undefined || total <= 0) return undefined;
  return 100 * Math.min(1, Math.max(0, 1 - free / total));
}

/**
 * How full a file system is, as `df` says it: of what is used and what may still be used, so without what is kept for root.
 */
export function fullPct(used: number | undefined, available: number | undefined): number | undefined {
  return used === undefined || available === undefined ? undefined : usedPct(used + available, available);
}

export function mebibytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1_048_576;
}

export function less(whole: number | undefined, part: number | undefined): number | undefined {
  return whole === undefined || part === undefined ? undefined : whole - part;
}

export function timesOf(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value * by;
}
