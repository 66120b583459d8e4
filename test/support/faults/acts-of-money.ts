import { writePayment } from '../../../lib/data/billing/payments.ts';
import {
  unconfirmedBy,
  paid,
  unpaid,
  type PaymentRecord,
} from '../../../lib/domain/billing/payment-record.ts';
import { purchaseOf, record } from '../money/bought.ts';
import { newCredit, spend } from '../money/credit.ts';
import { NONCE, PAYER } from '../money/payment-builder.ts';
import type { TestService } from '../service/service.ts';

/** What is paid, each act by itself. */
export function actsOfMoney(service: TestService): (() => Promise<unknown>)[] {
  const { table, clock } = service.core;
  return [
    async () => {
      const at = clock.now();
      await writePayment(table, undefined, paid(held(at, 1), 'tx', at));
      await writePayment(table, undefined, unpaid(held(at, 2), 'refused'));
    },
    () => record(table, purchaseOf()),
    async () => {
      const { hash } = await newCredit(table, 1_000_000);
      await spend(table, hash, [{ sku: 'extra_endpoint', micros: 100_000 }]);
    },
  ];
}

/** A payment that is under way and can be settled until now. */
function held(at: number, number: number): PaymentRecord {
  const id = {
    network: 'base',
    asset: `0x${'a1'.repeat(20)}`,
    from: PAYER,
    nonce: NONCE.replace('1f', `0${number}`),
  };
  const charges = [{ sku: 'extra_endpoint', micros: 100_000 }] as const;
  return unconfirmedBy(
    {
      ...id, fingerprint: 'f'.repeat(64), tries: 1, spaceId: 'space', charges, creditHash: null, createdAt: at,
      sent: null, asked: null, fromBlock: '1', validBefore: at,
    },
    { claim: 'a claim', leaseUntil: at },
  ); // prettier-ignore
}
