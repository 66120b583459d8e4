import { hashOf } from '../../adapters/ids.ts';
import type { Instant } from '../../domain/instant.ts';
import type { PaymentId } from '../../domain/billing/payment.ts';
import type { Purchase } from '../../domain/billing/purchase.ts';
import type { PaymentRecord } from '../../domain/billing/payment-record.ts';
import { newItem } from '../items.ts';
import { spaceIdOf } from '../key-parts.ts';
import { eventIdOf, paymentKey, PURCHASE_PREFIX, purchaseKey } from '../keys.ts';
import { queryAll, readNewest, startingWith } from '../query-pages.ts';
import { always, recordKind } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** How a purchase is stored: in its space, so that it is claimed, exported and erased with that. */
const purchases = recordKind<Purchase, 'spaceId' | 'id'>({
  key: ({ spaceId, id }) => purchaseKey(spaceId, id),
  inKey: { spaceId: spaceIdOf, id: ({ sk }) => sk.slice(PURCHASE_PREFIX.length) },
  fields: { at: always, items: always, totalMicros: always, by: always, chain: null },
});

/**
 * The id of what a payment bought: sorts by when it was reserved, and ends in a hash of what the payment is known by. Its
 * payer chooses the nonce, so a part of that may be another payment's too.
 */
export function purchaseIdOf({
  createdAt,
  ...payment
}: PaymentId & Pick<PaymentRecord, 'createdAt'>): string {
  return eventIdOf(createdAt, hashOf(paymentKey(payment).pk).slice(0, 32));
}

/** A new purchase, as part of the transaction that gives what was bought. */
export function purchaseItem(table: Table, purchase: Purchase): TransactItem {
  return newItem(table, purchases.toItem(purchase));
}

/** How many purchases a space has. Read consistently. */
export async function countPurchases(table: Table, spaceId: string): Promise<number> {
  const found = await queryAll(table, {
    ...startingWith(purchaseKey(spaceId, '').pk, PURCHASE_PREFIX),
    ProjectionExpression: 'sk',
  });
  return found.length;
}

/** Which purchases are read: those known to be paid before an instant, with `olderThan` those behind that one. */
interface Part {
  limit: number;
  before: Instant;
  olderThan?: string;
}

/** The newest purchases of some spaces, newest first. Read consistently. */
export async function purchasesBefore(
  table: Table,
  spaceIds: readonly string[],
  part: Part,
): Promise<Purchase[]> {
  const read = await Promise.all(spaceIds.map((spaceId) => purchasesOf(table, spaceId, part)));
  return read
    .flat()
    .sort((a, b) => (a.id > b.id ? -1 : 1))
    .slice(0, part.limit);
}

async function purchasesOf(
  table: Table,
  spaceId: string,
  { limit, before, olderThan }: Part,
): Promise<Purchase[]> {
  // An id is of when it was reserved, which is no later than when it was paid.
  const to = eventIdOf(Math.max(0, before), '');
  const start = olderThan !== undefined && olderThan < to ? olderThan : undefined;
  const items = await readNewest(table, limit, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    FilterExpression: '#at < :before',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: {
      ':pk': purchaseKey(spaceId, '').pk,
      ':from': PURCHASE_PREFIX,
      ':to': `${PURCHASE_PREFIX}${to}`,
      ':before': before,
    },
    ConsistentRead: true,
    ...(start !== undefined && { ExclusiveStartKey: { ...purchaseKey(spaceId, start) } }),
  });
  return items.map(purchases.fromItem);
}
