import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { PaymentId } from '../../domain/billing/payment.ts';
import { forgottenAt, type PaymentRecord } from '../../domain/billing/payment-record.ts';
import { conditionally, getItem } from '../items.ts';
import { paymentOf } from '../key-parts.ts';
import { paymentKey } from '../keys.ts';
import { always, recordKind } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** How a payment is stored; while it is held it is found by the index of what falls due. */
const payments = recordKind<PaymentRecord, keyof PaymentId>({
  key: paymentKey,
  inKey: {
    network: (key) => paymentOf(key).network,
    asset: (key) => paymentOf(key).asset,
    from: (key) => paymentOf(key).from,
    nonce: (key) => paymentOf(key).nonce,
  },
  ttl: (payment) => {
    const at = forgottenAt(payment);
    return at === null ? null : Math.ceil(at / 1000);
  },
  fields: {
    claim: always,
    leaseUntil: always,
    state: always,
    fingerprint: always,
    tries: always,
    spaceId: always,
    charges: always,
    creditHash: null,
    createdAt: always,
    dueAt: null,
    sent: null,
    asked: null,
    fromBlock: null,
    validBefore: always,
    settledAt: null,
    transaction: null,
    failure: null,
  },
});

/** A payment as it is now, or undefined. */
export async function getPayment(table: Table, id: PaymentId): Promise<PaymentRecord | undefined> {
  const item = await getItem(table, paymentKey(id));
  return item && payments.fromItem(item);
}

/**
 * Writes a payment, as part of a transaction. Refused when it is no longer what it was decided from: of another state, or
 * another try's; without a `before`, when there is one.
 */
export function paymentItem(
  table: Table,
  before: PaymentRecord | undefined,
  after: PaymentRecord,
): { Put: NonNullable<TransactItem['Put']> } {
  const Item = payments.toItem(after, table);
  if (!before)
    return { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    Put: {
      TableName: table.name,
      Item,
      ConditionExpression: 'claim = :claim AND #state = :state AND leaseUntil = :leaseUntil',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':claim': before.claim,
        ':state': before.state,
        ':leaseUntil': before.leaseUntil,
      },
    },
  };
}

/** The same by itself. Throws `WriteConflict`. */
export async function writePayment(
  table: Table,
  before: PaymentRecord | undefined,
  after: PaymentRecord,
): Promise<void> {
  await conditionally(table.client.send(new PutCommand(paymentItem(table, before, after).Put)));
}
