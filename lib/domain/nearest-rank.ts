/** The value below or at which a share of sorted values lies: always one of them, by the nearest rank; undefined of none. */
export function nearestRank(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.ceil(sorted.length * share) - 1];
}
