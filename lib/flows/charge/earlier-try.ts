import { Refusal } from '../../contract/errors.ts';
import { ChainUnavailable } from '../../adapters/chain-unavailable.ts';
import { writePayment } from '../../data/payments.ts';
import { WriteConflict } from '../../data/table.ts';
import { isInWindow, takenOver, type PaymentRecord, type Try } from '../../domain/payment/payment-record.ts';
import type { Offer } from './offer.ts';
import { refusedPayment, type Payment as Paid } from './payment.ts';
import { heldOf, resolvePayment, type Resolution } from './resolve-payment.ts';
import { inConfirmation } from './in-confirmation.ts';
import { settleHeld, type SettlingDeps } from './settle-held.ts';

/**
 * What a payment comes to that was reserved before: `given` when the chain says that it was paid, and of credit whenever
 * it was, `anew` when nothing came of it. Throws 402 for one that is used up or another call's, 503 while its try is under way or nothing is known.
 */
export async function meetEarlier(
  deps: SettlingDeps,
  offer: Offer,
  seen: PaymentRecord,
  next: Try,
): Promise<Paid | 'given' | 'anew'> {
  if (seen.state === 'failed') return 'anew';
  if (seen.fingerprint !== offer.fingerprint) throw usedUp(offer);
  // Credit is there for good, so who asks again is shown it again; a place may have been used since.
  if (seen.state === 'done' && seen.creditHash !== null) return 'given';
  if (seen.state === 'done') throw answeredBefore();
  if (seen.leaseUntil > offer.now) throw inConfirmation();
  const resolution = await resolved(deps, offer, seen);
  if (resolution.kind === 'given') return 'given';
  if (resolution.kind === 'released') throw released(offer, resolution.why);
  if (resolution.isUsed || !isInWindow(seen, offer.now)) throw inConfirmation();
  return settleAgain(deps, offer, seen, next);
}

/**
 * Unused and in its window: it may be settled once more, since a nonce moves money once. As it was checked and reserved:
 * the repeat may have signed another transfer by the same nonce, at which nobody has looked.
 */
async function settleAgain(deps: SettlingDeps, offer: Offer, seen: PaymentRecord, next: Try): Promise<Paid> {
  const held = takenOver(seen, next);
  try {
    await writePayment(deps.table, seen, held);
  } catch (error) {
    throw error instanceof WriteConflict ? inConfirmation() : error;
  }
  const { payment, asked } = heldOf(seen);
  return settleHeld(deps, { ...offer, payment, asked, charges: seen.charges }, held);
}

async function resolved(deps: SettlingDeps, { now }: Offer, seen: PaymentRecord): Promise<Resolution> {
  try {
    return await resolvePayment(deps, heldOf(seen), now);
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

function usedUp({ charges, till }: Offer) {
  const detail = 'This payment was sent with another call, whose it is; sign a new one for this call.';
  return refusedPayment('pagamento_ja_utilizado', detail, charges, till);
}

function released({ charges, till }: Offer, why: 'cancelled' | 'expired') {
  const detail = `The payment was not carried out: it is ${why}. Nothing was charged; sign a new one.`;
  return refusedPayment('pagamento_invalido', detail, charges, till);
}
