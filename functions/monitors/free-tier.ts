import type { Customer } from '../../lib/domain/allowance/customer.ts';
import { LIMITS } from '../../lib/domain/limits.ts';

/** How an import shows whether so many new monitors fit the free allowance of an owner. */
export function freeTierView({ monitors: used, isUnlimited }: Customer, newOnes: number) {
  const freeLeft = Math.max(0, LIMITS.freeMonitors - used);
  return { limit: LIMITS.freeMonitors, used, free_left: freeLeft, fits: isUnlimited || newOnes <= freeLeft };
}
