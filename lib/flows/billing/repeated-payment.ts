import { Refusal } from '../../contract/errors.ts';
import { ChainUnavailable } from '../../adapters/billing/chain-unavailable.ts';
import { WriteConflict } from '../../data/table.ts';
import { isInWindow, takenOver, type PaymentRecord, type Try } from '../../domain/billing/payment-record.ts';
import type { PaidOffer } from './x402-call.ts';
import { refusedPayment, settledBy, type SettledQuote as Paid } from './payment.ts';
import { findOut, unconfirmedOf, type Finding } from './resolve-payment.ts';
import { inConfirmation } from './payment-pending.ts';
import { paidBy, settlePayment, type SettlingDeps } from './settle-payment.ts';
import { getPayment, writePayment } from '../../data/billing/payments.ts';
import type { CoreDeps } from '../../runtime/deps.ts';

/**
 * What a payment comes to that was reserved before: what the chain says was paid, or credit that was; `anew` when nothing came
 * of it. Throws 402 for one that is used up or another call's, 503 while its try is under way or nothing is known.
 */
export async function meetEarlier(
  deps: SettlingDeps,
  offer: PaidOffer,
  seen: PaymentRecord,
  next: Try,
): Promise<Paid | 'anew'> {
  if (seen.state === 'failed') return 'anew';
  if (seen.fingerprint !== offer.fingerprint) throw usedUp(offer);
  // Credit is there for good, so who asks again is shown it again; a slot may have been used since.
  if (seen.state === 'done' && seen.creditHash !== null) return givenBefore();
  if (seen.state === 'done') throw answeredBefore();
  if (seen.leaseUntil > offer.now) throw inConfirmation();
  const found = await foundOut(deps, offer, seen);
  if (found.kind === 'settled') return settledBefore(deps, offer, seen, found);
  if (found.kind === 'released') throw released(offer, found.why);
  if (found.isUsed || !isInWindow(seen, offer.now)) throw inConfirmation();
  return settleAgain(deps, offer, seen, next);
}

/**
 * Unused and in its window: it may be settled once more, since a nonce moves money once. As it was checked and reserved:
 * the repeat may have signed another transfer by the same nonce, at which nobody has looked.
 */
async function settleAgain(
  deps: SettlingDeps,
  offer: PaidOffer,
  seen: PaymentRecord,
  next: Try,
): Promise<Paid> {
  const unconfirmed = takenOver(seen, next);
  await reserve(deps, seen, unconfirmed);
  return settlePayment(deps, asReserved(offer, seen), unconfirmed);
}

/** There is nothing more to give, nor anything that it pays for. */
function givenBefore(): Paid {
  const cover = () => {
    throw answeredBefore();
  };
  return settledBy({ cover, giveAlone: async () => true });
}

/** Its slots come with the action: alone they are of no use to who has more than is free, as after a trial. */
function settledBefore(
  deps: SettlingDeps,
  offer: PaidOffer,
  seen: PaymentRecord,
  { transaction }: { transaction: string },
): Paid {
  return paidBy(deps, asReserved(offer, seen), { unconfirmed: seen, transaction, now: offer.now });
}

/** An offer with what was checked and reserved for it, whatever its repeat says. */
function asReserved(offer: PaidOffer, seen: PaymentRecord): PaidOffer {
  const { payment, asked } = unconfirmedOf(seen);
  return { ...offer, payment, asked, charges: seen.charges };
}

async function foundOut(deps: SettlingDeps, { now }: PaidOffer, seen: PaymentRecord): Promise<Finding> {
  try {
    return await findOut(deps, unconfirmedOf(seen), now);
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WriteConflict) throw inConfirmation();
    throw error;
  }
}

/** Not 402: whoever repeats a call means no second payment by it. */
function answeredBefore(): Refusal {
  const detail =
    'This payment was settled for this very call, whose answer is kept with the Idempotency-Key of the time, and 24 hours long: see GET /api/purchases. Only to do it once more, sign a new payment.';
  return new Refusal('pagamento_ja_respondido', detail);
}

function usedUp({ charges, till }: PaidOffer) {
  const detail = 'This payment belongs to another call; sign a new one for this call.';
  return refusedPayment('pagamento_ja_utilizado', detail, charges, till);
}

function released({ charges, till }: PaidOffer, why: 'cancelled' | 'expired') {
  const detail = `The payment failed: it is ${why}. Nothing was charged; sign a new one.`;
  return refusedPayment('pagamento_invalido', detail, charges, till);
}

/** Takes a payment for one try: from here on nobody else settles it. Throws 503 where another try has it. */
export async function reserve(
  { table }: Pick<CoreDeps, 'table'>,
  seen: PaymentRecord | undefined,
  unconfirmed: PaymentRecord,
): Promise<void> {
  try {
    await writePayment(table, seen, unconfirmed);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    // An answer of the table was lost and the write's repeat refused: it is ours.
    if ((await getPayment(table, unconfirmed))?.claim !== unconfirmed.claim) throw inConfirmation();
  }
}
