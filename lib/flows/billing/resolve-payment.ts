import { writePayment } from '../../data/billing/payments.ts';
import type { Instant } from '../../domain/instant.ts';
import { chainOutcome, type ChainReads } from '../../domain/billing/x402/chain-outcome.ts';
import { paymentOfWire, secondsOf, type Payment } from '../../domain/billing/payment.ts';
import { unpaid, type PaymentRecord } from '../../domain/billing/payment-record.ts';
import type { PaymentRequirement } from '../../domain/billing/x402/requirement.ts';
import { paymentPortsOf } from '../../adapters/billing/payment-ports.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { authorizationReads } from './nonce-reads.ts';
import { giveBought } from './grant-purchase.ts';

export type ResolvingDeps = Pick<CoreDeps, 'table' | 'log' | 'clock' | 'config'>;

/** What was found out of a payment of which nobody knew whether it was carried out. */
export type Finding =
  /** It was. */
  | { kind: 'settled'; transaction: string }
  /** It was not and will not be. */
  | { kind: 'released'; why: 'cancelled' | 'expired' }
  /** It is not known yet; a nonce that is used has moved something. */
  | { kind: 'open'; isUsed: boolean };

/** A payment with what is kept of it while it is unconfirmed. */
export interface UnconfirmedPayment {
  record: PaymentRecord;
  payment: Payment;
  asked: PaymentRequirement;
}

/** What is kept of a payment that is unconfirmed. Throws for one that is not. */
export function unconfirmedOf(record: PaymentRecord): UnconfirmedPayment {
  const { sent, asked } = record;
  if (record.state !== 'held' || sent === null || asked === null)
    throw new Error('Of a payment that is not unconfirmed nothing is kept to settle it by.');
  return { record, payment: paymentOfWire(sent), asked };
}

/**
 * Finds out on the chain what became of an unconfirmed payment, and releases it where no money moved. Throws `ChainUnavailable`, and
 * `WriteConflict` where somebody else has written it meanwhile.
 */
export async function findOut(
  deps: ResolvingDeps,
  unconfirmed: UnconfirmedPayment,
  now: Instant,
): Promise<Finding> {
  const reads = await readsOf(deps, unconfirmed, now);
  const outcome = chainOutcome(unconfirmed.payment, unconfirmed.asked, reads);
  switch (outcome.kind) {
    case 'settled':
      return outcome;
    case 'open':
      return { kind: 'open', isUsed: reads.isUsed };
    case 'cancelled':
    case 'expired':
      await writePayment(deps.table, unconfirmed.record, unpaid(unconfirmed.record, outcome.kind));
      return { kind: 'released', why: outcome.kind };
  }
}

/** The same, and gives what was paid for by itself. */
export async function resolvePayment(
  deps: ResolvingDeps,
  unconfirmed: UnconfirmedPayment,
  now: Instant,
): Promise<Finding> {
  const found = await findOut(deps, unconfirmed, now);
  if (found.kind === 'settled')
    await giveBought(deps, { unconfirmed: unconfirmed.record, transaction: found.transaction, now });
  return found;
}

/** A rehearsal moves nothing, so nothing of it is used. */
async function readsOf(
  deps: ResolvingDeps,
  { record, payment, asked }: UnconfirmedPayment,
  now: Instant,
): Promise<ChainReads> {
  const unused = { timeSec: secondsOf(now), isUsed: false, usedBy: null, receipt: null };
  if (record.fromBlock === null) return unused;
  const chain = await paymentPortsOf(deps).chain();
  if (chain === null) return unused;
  return authorizationReads(chain, payment, { asset: asked.asset, fromBlock: BigInt(record.fromBlock) });
}
