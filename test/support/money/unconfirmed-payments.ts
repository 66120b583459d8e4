import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { randomBytes } from 'node:crypto';
import { newId } from '../../../lib/adapters/ids.ts';
import { paymentItem } from '../../../lib/data/billing/payments.ts';
import type { Table } from '../../../lib/data/table.ts';
import { paymentId, wirePayment } from '../../../lib/domain/billing/payment.ts';
import { unconfirmedBy, type PaymentRecord } from '../../../lib/domain/billing/payment-record.ts';
import { payment, requirement } from './payment-builder.ts';

const BATCH = 25;

/** A payment for a monitor that was reserved at `now` and of which nothing more is known; nobody has signed it. */
export function unconfirmedPayment(
  spaceId: string,
  now: number,
  over: Partial<PaymentRecord> = {},
): PaymentRecord {
  const nowSec = BigInt(Math.floor(now / 1000));
  const sent = payment({
    nonce: `0x${randomBytes(32).toString('hex')}`,
    validAfter: nowSec - 600n,
    validBefore: nowSec + 120n,
  });
  const asked = requirement();
  const kept = {
    ...paymentId(sent, asked.asset),
    fingerprint: 'of a call',
    tries: 1,
    spaceId,
    charges: [{ sku: 'extra_endpoint', micros: 100_000 }] as const,
    creditHash: null,
    createdAt: now,
    sent: wirePayment(sent),
    asked,
    fromBlock: '1000',
    validBefore: now + 120_000,
  };
  return { ...unconfirmedBy(kept, { claim: newId(), leaseUntil: now + 35_000 }), ...over };
}

/** Writes payments as they are. */
export async function putPayments(table: Table, payments: readonly PaymentRecord[]): Promise<void> {
  const puts = payments.map((each) => ({
    PutRequest: { Item: paymentItem(table, undefined, each).Put.Item },
  }));
  for (let at = 0; at < puts.length; at += BATCH)
    await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: puts.slice(at, at + BATCH) } }),
    );
}
