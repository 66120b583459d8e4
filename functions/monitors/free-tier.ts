import type { Customer } from '../../lib/domain/billing/customer.ts';

/** How an import shows whether so many new monitors fit the free allowance of an owner. */
export function freeTierView({ usage: { monitors: used }, tariff, isUnlimited }: Customer, newOnes: number) {
  const limit = tariff.free.monitors;
  const freeLeft = Math.max(0, limit - used);
  return { limit, used, free_left: freeLeft, fits: isUnlimited || newOnes <= freeLeft };
}
