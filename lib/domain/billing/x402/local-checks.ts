import { accepted, refused, shown, type Decision } from '../../decision.ts';
import type { Instant } from '../../instant.ts';
import { secondsOf, type Payment } from '../payment.ts';
import type { PaymentRequirement } from './requirement.ts';

/** Why a payment that can be read is not the one that is asked for. */
export type UnfitPayment = 'network' | 'recipient' | 'amount' | 'not_yet_valid' | 'expired' | 'too_far';

type Asked = Pick<PaymentRequirement, 'network' | 'maxAmountRequired' | 'payTo' | 'maxTimeoutSeconds'>;
type Check = (payment: Payment, asked: Asked, nowSec: bigint) => Refused | null;
type Refused = Extract<Decision<never, UnfitPayment>, { ok: false }>;

/** To be in a block, a transfer needs some seconds; facilitators refuse what ends sooner. */
const SETTLE_SEC = 6n;
/** A wallet's clock may be ahead of ours by so much. */
const AHEAD_MAX_SEC = 120n;

/**
 * Whether a payment is what is asked for, as far as can be told without asking anybody. Which contract it is for is not
 * in it: the signature holds only for the one of the requirement, which a facilitator looks at.
 */
export function localChecks(payment: Payment, asked: Asked, now: Instant): Decision<Payment, UnfitPayment> {
  for (const check of CHECKS) {
    const refusal = check(payment, asked, secondsOf(now));
    if (refusal) return refusal;
  }
  return accepted(payment);
}

const CHECKS: readonly Check[] = [
  ({ network }, asked) =>
    network === asked.network
      ? null
      : refused('network', `network in X-PAYMENT must be "${asked.network}"; it is ${shown(network)}.`),
  ({ authorization: { to } }, asked) =>
    to.toLowerCase() === asked.payTo.toLowerCase()
      ? null
      : refused('recipient', `The payment must be to ${asked.payTo}; it is to ${to}.`),
  ({ authorization: { value } }, asked) =>
    value === BigInt(asked.maxAmountRequired)
      ? null
      : refused(
          'amount',
          `The payment must be exactly ${asked.maxAmountRequired} millionths of a USDC; it is ${value}.`,
        ),
  ({ authorization: { validAfter } }, _, nowSec) =>
    validAfter < nowSec
      ? null
      : refused(
          'not_yet_valid',
          `The payment must be valid already; it is after ${validAfter} (validAfter), and now is ${nowSec}.`,
        ),
  ({ authorization: { validBefore } }, _, nowSec) =>
    validBefore >= nowSec + SETTLE_SEC
      ? null
      : refused(
          'expired',
          `The payment must be valid for ${SETTLE_SEC} seconds more; it ends at ${validBefore} (validBefore), and now is ${nowSec}.`,
        ),
  ({ authorization: { validBefore } }, asked, nowSec) => {
    const latest = nowSec + BigInt(asked.maxTimeoutSeconds) + AHEAD_MAX_SEC;
    return validBefore <= latest
      ? null
      : refused(
          'too_far',
          `validBefore in X-PAYMENT must be at most ${latest}, for ${asked.maxTimeoutSeconds} seconds (maxTimeoutSeconds); it is ${validBefore}.`,
        );
  },
];
