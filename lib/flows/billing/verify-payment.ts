import { Refusal } from '../../contract/errors.ts';
import { paymentPortsOf } from '../../adapters/billing/payment-ports.ts';
import { ChainUnavailable } from '../../adapters/billing/chain-unavailable.ts';
import { allDone } from '../concurrently.ts';
import { shown } from '../../domain/decision.ts';
import { nonceNow } from './nonce-reads.ts';
import type { PaidOffer } from './x402-call.ts';
import { refusedPayment } from './payment.ts';
import type { SettlingDeps } from './settle-payment.ts';

/** When it is worth asking a facilitator or a chain again that did not answer. */
const ASK_AGAIN_SEC = 5;

/**
 * Shows a payment to the facilitator, and asks the chain whether its nonce is unused: as of which block, null in a
 * rehearsal. Throws 402 for a payment that cannot be settled, 503 where either cannot be asked; nothing is written then.
 */
export async function askBeforehand(
  deps: SettlingDeps,
  offer: PaidOffer,
): Promise<{ fromBlock: bigint | null }> {
  const [, fromBlock] = await allDone([verify(deps, offer), unusedAt(deps, offer)]);
  return { fromBlock };
}

async function verify(deps: SettlingDeps, offer: PaidOffer): Promise<void> {
  const { payment, asked, charges, till } = offer;
  const facilitator = await paymentPortsOf(deps).facilitator();
  const reply = await facilitator.verify(payment, asked);
  if (reply.kind === 'unavailable') {
    deps.log.warn('facilitator_unavailable', { why: reply.why });
    throw notAsked('The facilitator');
  }
  const { isValid, invalidReason } = reply.answer;
  if (isValid) return;
  const detail = `The facilitator refuses the payment: ${shown(invalidReason ?? 'it gives no reason')}. Nothing was charged.`;
  throw refusedPayment('pagamento_invalido', detail, charges, till);
}

async function unusedAt(deps: SettlingDeps, offer: PaidOffer): Promise<bigint | null> {
  const { payment, asked, charges, till } = offer;
  const chain = await paymentPortsOf(deps).chain();
  if (chain === null) return null;
  try {
    const { number, isUsed } = await nonceNow(chain, payment, asked.asset);
    if (!isUsed) return number;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn('facilitator_unavailable', { why: error.why });
    throw notAsked('The chain');
  }
  const detail = "This payment's nonce is already used on the chain; sign a new one.";
  throw refusedPayment('pagamento_ja_utilizado', detail, charges, till);
}

function notAsked(who: string): Refusal {
  const detail = `${who} cannot be asked for a moment; nothing was charged. Repeat the call with the same X-PAYMENT.`;
  return new Refusal('indisponivel', detail, {}, ASK_AGAIN_SEC);
}
