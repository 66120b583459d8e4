import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Purchase } from '../domain/payment/purchase.ts';
import type { PaymentRecord } from '../domain/payment/payment-record.ts';
import { newItem } from './items.ts';
import { eventIdOf, PURCHASE_PREFIX, purchaseKey, spaceIdOf } from './keys.ts';
import { always, recordKind } from './record.ts';
import type { Table, TransactItem } from './table.ts';

/** How a purchase is stored: in its space, so that it is claimed, exported and erased with that. */
const purchases = recordKind<Purchase, 'spaceId' | 'id'>({
  key: ({ spaceId, id }) => purchaseKey(spaceId, id),
  inKey: { spaceId: spaceIdOf, id: ({ sk }) => sk.slice(PURCHASE_PREFIX.length) },
  fields: { at: always, items: always, totalMicros: always, by: always, chain: null },
});

/** The id of what a payment bought: sorts by when it was reserved, and ends as its nonce does, which nobody else has. */
export function purchaseIdOf({ createdAt, nonce }: Pick<PaymentRecord, 'createdAt' | 'nonce'>): string {
  return eventIdOf(createdAt, nonce.slice(-24));
}

/** A new purchase, as part of the transaction that gives what was bought. */
export function purchaseItem(table: Table, purchase: Purchase): TransactItem {
  return newItem(table, purchases.toItem(purchase));
}

/** The newest purchases of a space, newest first; older than `before` where that is said. */
export async function listPurchases(
  table: Table,
  spaceId: string,
  { limit, before }: { limit: number; before?: string },
): Promise<Purchase[]> {
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :purchases)',
      ExpressionAttributeValues: { ':pk': purchaseKey(spaceId, '').pk, ':purchases': PURCHASE_PREFIX },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: limit,
      ...(before !== undefined && { ExclusiveStartKey: purchaseKey(spaceId, before) }),
    }),
  );
  return items.map((item) => purchases.fromItem(item));
}
