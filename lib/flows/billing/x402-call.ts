import type { OwnedSpace } from '../../data/accounts/owner-counters.ts';
import type { Charge } from '../../domain/billing/allowance.ts';
import type { Bought } from '../../domain/billing/tariff.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Payment, PaymentId } from '../../domain/billing/payment.ts';
import type { PaymentRequirement } from '../../domain/billing/x402/requirement.ts';
import type { Till } from './payment.ts';

/** A call that pays by x402: what it is charged, and by what payment. */
export interface X402Call {
  /** `X-PAYMENT`, as it was sent. */
  header: string;
  fingerprint: string;
  owned: OwnedSpace;
  charges: readonly Charge<Bought>[];
  /** Of the prepaid credit that a payment adds to, or makes; null where it buys slots. */
  creditHashOf: ((id: PaymentId) => string) | null;
  till: Till;
  now: Instant;
}

/** The same, once the payment is read. */
export interface PaidOffer extends X402Call {
  payment: Payment;
  asked: PaymentRequirement;
}
