import type { Owner } from '../../lib/data/owners.ts';
import { LIMITS } from '../../lib/domain/limits.ts';

/** How an import shows whether so many new monitors fit the free allowance of an owner. */
export function freeTierView(owner: Owner, newOnes: number) {
  const freeLeft = Math.max(0, LIMITS.freeMonitors - owner.monitors);
  return { limit: LIMITS.freeMonitors, used: owner.monitors, free_left: freeLeft, fits: newOnes <= freeLeft };
}
