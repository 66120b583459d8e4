import { aheadMsOf } from '../../adapters/clock.ts';
import { newId } from '../../adapters/ids.ts';
import { Refusal } from '../../contract/errors.ts';
import { getPayment } from '../../data/billing/payments.ts';
import { paymentOptions } from '../../domain/billing/x402/payment-options.ts';
import { localChecks } from '../../domain/billing/x402/local-checks.ts';
import { parsePayment } from '../../domain/billing/x402/parse-payment.ts';
import { paymentId, wirePayment, type PaymentId } from '../../domain/billing/payment.ts';
import { unconfirmedBy, type PaymentRecord, type Try } from '../../domain/billing/payment-record.ts';
import { refusedPayment, type SettledQuote as Paid } from './payment.ts';
import type { PaidOffer, X402Call } from './x402-call.ts';
import { askBeforehand } from './verify-payment.ts';
import { meetEarlier, reserve } from './repeated-payment.ts';
import { inConfirmation } from './payment-pending.ts';
import { settlePayment, type SettlingDeps } from './settle-payment.ts';

/** Longer than a function runs: who has the lease is the only one to settle. */
const LEASE_MS = 35_000;

/**
 * Has a payment carried out for a call: read, checked, shown to the facilitator, reserved, settled. Nothing is charged
 * unless it is reserved, and what is reserved is either given or released, at the latest by the check. Throws 402 and 503
 * (decisions/038).
 */
export async function payByX402(deps: SettlingDeps, call: X402Call): Promise<Paid> {
  const offer = offerOf(call);
  const { asked, payment, now } = offer;
  const id = paymentId(payment, asked.asset);
  const seen = await getPayment(deps.table, id);
  const next = { claim: newId(), leaseUntil: now + LEASE_MS };
  if (seen) {
    const met = await meetEarlier(deps, offer, seen, next);
    if (met !== 'anew') return met;
  }
  const aheadMs = aheadMsOf(deps.clock);
  refuseUnfit(offer, aheadMs);
  const { fromBlock } = await askUnlessCopied(deps, offer, id);
  const record = recordOf(offer, fromBlock, (seen?.tries ?? 0) + 1);
  // Wallets end a payment by real time, and the record is looked at by the service's.
  const unconfirmed = unconfirmedBy({ ...record, validBefore: record.validBefore + aheadMs }, next);
  await reserve(deps, seen, unconfirmed);
  return settlePayment(deps, offer, unconfirmed);
}

function offerOf(call: X402Call): PaidOffer {
  const { header, charges, till } = call;
  const read = parsePayment(header);
  if (!read.ok) throw refusedPayment('pagamento_invalido', read.detail, charges, till);
  const [asked] = paymentOptions(charges, till.billing, till.resource);
  const offer = { ...call, payment: read.value, asked };
  // Before it is looked for: it is kept by the name of its network.
  if (read.value.network !== asked.network) refuseUnfit(offer, 0);
  return offer;
}

function refuseUnfit({ payment, asked, now, charges, till }: PaidOffer, aheadMs: number): void {
  const fit = localChecks(payment, asked, now - aheadMs);
  if (!fit.ok) throw refusedPayment('pagamento_invalido', fit.detail, charges, till);
}

function recordOf(
  { payment, asked, owned, fingerprint, charges, creditHashOf, now }: PaidOffer,
  fromBlock: bigint | null,
  tries: number,
): Omit<PaymentRecord, keyof Try | 'state' | 'dueAt' | 'settledAt' | 'transaction' | 'failure'> {
  const id = paymentId(payment, asked.asset);
  return {
    ...id,
    fingerprint,
    tries,
    spaceId: owned.spaceId,
    charges,
    creditHash: creditHashOf?.(id) ?? null,
    createdAt: now,
    sent: wirePayment(payment),
    asked,
    fromBlock: fromBlock === null ? null : String(fromBlock),
    validBefore: Number(payment.authorization.validBefore) * 1000,
  };
}

/** What refuses a nonce that a copy of this call has used meanwhile is not told: its wallet would pay again. */
async function askUnlessCopied(
  deps: SettlingDeps,
  offer: PaidOffer,
  id: PaymentId,
): ReturnType<typeof askBeforehand> {
  try {
    return await askBeforehand(deps, offer);
  } catch (error) {
    const isRefused = error instanceof Refusal && error.status === 402;
    const copy = isRefused ? await getPayment(deps.table, id) : undefined;
    const isUsed = copy?.fingerprint === offer.fingerprint && copy.state !== 'failed';
    throw isUsed ? inConfirmation() : error;
  }
}
