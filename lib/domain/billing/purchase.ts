import type { Charge } from './allowance.ts';
import type { Bought } from './tariff.ts';
import type { Instant } from '../instant.ts';
import type { Network } from './x402/network.ts';

/** Some of one thing, each at one price. */
export interface PurchasedItem {
  sku: Bought;
  count: number;
  /** Of each, in millionths of a dollar. */
  micros: number;
}

/** What was paid for, as its owner is shown it. Belongs to a space, with which it moves. */
export interface Purchase {
  spaceId: string;
  /** Sorts by time; the same for the same payment. */
  id: string;
  at: Instant;
  items: readonly PurchasedItem[];
  /** In millionths of a dollar. */
  totalMicros: number;
  by: 'x402' | 'credit';
  /** Where and by whom it was paid, and the hash of the transaction; null of what was paid from credit. */
  chain: { network: Network; transaction: string; payer: string; isRehearsal: boolean } | null;
}

/** What items come to, in millionths of a dollar. */
export function totalOfItems(items: readonly PurchasedItem[]): number {
  return items.reduce((sum, { count, micros }) => sum + count * micros, 0);
}

/** Charges as items of a purchase: those of one SKU together. */
export function itemsOf(charges: readonly Charge<Bought>[]): PurchasedItem[] {
  return [...Map.groupBy(charges, ({ sku, micros }) => `${sku} ${micros}`).values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ ...first, count: alike.length }] : [];
  });
}
