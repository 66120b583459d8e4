import type { Charge } from './allowance.ts';
import type { Bought } from './tariff.ts';
import type { Instant } from '../instant.ts';
import type { Network } from './x402/network.ts';
import { itemsOf, totalOfItems, type PurchasedItem } from './purchase.ts';

/** A balance that whoever holds its token may spend, for any owner. Amounts are millionths of a dollar. */
export interface Credit {
  /** Of its token, by which it is known. */
  hash: string;
  /** The chain that it was paid on, and the only one whose prices it pays: test money buys nothing that is real. */
  network: Network;
  balanceMicros: number;
  boughtMicros: number;
  spentMicros: number;
  /** How many entries its ledger has: the last one's number. */
  entries: number;
  createdAt: Instant;
  /** When the last one was written. */
  movedAt: Instant;
}

/** What moved the balance of a credit. For whom it was spent is not kept. */
export interface CreditEntry {
  hash: string;
  /** From 1 on, in the order in which they were written. */
  number: number;
  /** No earlier than the entry before it. */
  at: Instant;
  kind: 'purchase' | 'debit';
  items: readonly PurchasedItem[];
  micros: number;
  /** What was left after it. */
  balanceMicros: number;
}

/** A movement of a credit: what it is after it, and the entry that says so. */
export interface CreditMove {
  after: Credit;
  entry: CreditEntry;
}

/** A credit that was paid for but holds nothing yet. */
export function emptyCredit(known: Pick<Credit, 'hash' | 'network' | 'createdAt'>): Credit {
  const nothing = { balanceMicros: 0, boughtMicros: 0, spentMicros: 0, entries: 0 };
  return { ...known, ...nothing, movedAt: known.createdAt };
}

/** A credit with what was bought for it. */
export function toppedUp(credit: Credit, micros: number, at: Instant): CreditMove {
  const items: PurchasedItem[] = [{ sku: 'prepaid_credit', count: 1, micros }];
  return moved({ ...credit, boughtMicros: credit.boughtMicros + micros }, micros, {
    kind: 'purchase',
    items,
    at,
  });
}

/** A credit from which charges are paid; undefined where it does not hold as much. */
export function debited(
  credit: Credit,
  charges: readonly Charge<Bought>[],
  at: Instant,
): CreditMove | undefined {
  const items = itemsOf(charges);
  const price = totalOfItems(items);
  if (credit.balanceMicros < price) return undefined;
  return moved({ ...credit, spentMicros: credit.spentMicros + price }, -price, { kind: 'debit', items, at });
}

function moved(
  credit: Credit,
  byMicros: number,
  what: Pick<CreditEntry, 'kind' | 'items' | 'at'>,
): CreditMove {
  const balanceMicros = credit.balanceMicros + byMicros;
  const number = credit.entries + 1;
  // The clocks of two calls may differ.
  const at = Math.max(what.at, credit.movedAt);
  return {
    after: { ...credit, balanceMicros, entries: number, movedAt: at },
    entry: { ...what, at, hash: credit.hash, number, micros: Math.abs(byMicros), balanceMicros },
  };
}
