import { paymentPortsOf } from '../../adapters/billing/payment-ports.ts';
import { getPayment, writePayment } from '../../data/billing/payments.ts';
import { boughtSlots, type Charge } from '../../domain/billing/allowance.ts';
import type { Bought } from '../../domain/billing/tariff.ts';
import { shown } from '../../domain/decision.ts';
import { leftAt, unpaid, type PaymentRecord } from '../../domain/billing/payment-record.ts';
import { settleOutcome, type SettleOutcome } from '../../domain/billing/x402/settle-outcome.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { nonceNow } from './nonce-reads.ts';
import { inConfirmation } from './payment-pending.ts';
import type { PaidOffer } from './x402-call.ts';
import { giveBought, settledItems, type Settled } from './grant-purchase.ts';
import { paymentRefusal, refusedPayment, settledBy, type SettledQuote as Paid } from './payment.ts';

export type SettlingDeps = Pick<CoreDeps, 'table' | 'log' | 'clock' | 'config'>;

/**
 * Has a reserved payment carried out. Throws 402 where it is certain that no money moved, and 503 where it is not: then
 * it stays unconfirmed.
 */
export async function settlePayment(
  deps: SettlingDeps,
  offer: PaidOffer,
  unconfirmed: PaymentRecord,
): Promise<Paid> {
  const { payment, asked, charges, till } = offer;
  const outcome = await outcomeOf(deps, offer, unconfirmed);
  switch (outcome.kind) {
    case 'settled':
      return paidBy(deps, offer, { unconfirmed, transaction: outcome.transaction, now: deps.clock.now() });
    case 'unknown':
      deps.log.warn('payment_unknown', { tries: unconfirmed.tries });
      await leave(deps, unconfirmed);
      throw inConfirmation();
    case 'refused':
      if (await mayBeUsed(deps, { payment, asked })) {
        await leave(deps, unconfirmed);
        throw inConfirmation();
      }
      await writePayment(deps.table, unconfirmed, unpaid(unconfirmed, 'refused'));
      throw refusedPayment(
        'pagamento_invalido',
        `The facilitator did not settle the payment: ${shown(outcome.reason)}. Nothing was charged.`,
        charges,
        till,
      );
  }
}

async function outcomeOf(
  deps: SettlingDeps,
  offer: PaidOffer,
  unconfirmed: PaymentRecord,
): Promise<SettleOutcome> {
  const facilitator = await paymentPortsOf(deps).facilitator();
  const reply = await facilitator.settle(offer.payment, offer.asked);
  const answer = reply.kind === 'answered' ? reply.answer : null;
  return settleOutcome(answer, offer.payment, { isFirstTry: unconfirmed.tries === 1 });
}

/** True as well where the chain cannot be asked. */
async function mayBeUsed(
  deps: SettlingDeps,
  { payment, asked }: Pick<PaidOffer, 'payment' | 'asked'>,
): Promise<boolean> {
  try {
    const chain = await paymentPortsOf(deps).chain();
    if (chain === null) return false;
    return (await nonceNow(chain, payment, asked.asset)).isUsed;
  } catch {
    return true;
  }
}

/** So that a repeat need not wait for the end of this try's lease. */
async function leave({ table, clock }: SettlingDeps, unconfirmed: PaymentRecord): Promise<void> {
  await writePayment(table, unconfirmed, leftAt(unconfirmed, clock.now())).catch(() => {});
}

/** What a payment that was carried out pays for. */
export function paidBy(deps: SettlingDeps, { payment, charges, till }: PaidOffer, settled: Settled): Paid {
  const { unconfirmed, transaction } = settled;
  const response = {
    success: true,
    transaction,
    network: unconfirmed.network,
    payer: payment.authorization.from,
  };
  return settledBy({
    cover: ({ charges: anew }) => {
      const missing = beyond(anew, charges);
      if (missing.length > 0) throw paymentRefusal(missing, till);
    },
    bought: () => boughtSlots(charges),
    rows: ({ spaceId }) => settledItems(deps.table, settled, spaceId),
    recheck: async () => {
      const now = await getPayment(deps.table, unconfirmed);
      if (now?.claim !== unconfirmed.claim || now.state !== 'held') throw inConfirmation();
    },
    giveAlone: () => giveAlone(deps, settled),
    receipt: () => ({ 'x-payment-response': Buffer.from(JSON.stringify(response)).toString('base64') }),
  });
}

/** What charges have more than others. */
function beyond(charges: readonly Charge[], others: readonly Charge<Bought>[]): Charge[] {
  const left = new Map<string, number>();
  for (const { sku } of others) left.set(sku, (left.get(sku) ?? 0) + 1);
  return charges.filter(({ sku }) => {
    const some = left.get(sku) ?? 0;
    left.set(sku, some - 1);
    return some <= 0;
  });
}

/** What cannot be given now is given by the check, which finds the payment unconfirmed: until then its caller is told to wait. */
async function giveAlone(deps: SettlingDeps, settled: Settled): Promise<true> {
  try {
    await giveBought(deps, settled);
    return true;
  } catch (error) {
    deps.log.error('payment_not_given', error);
    throw inConfirmation();
  }
}
