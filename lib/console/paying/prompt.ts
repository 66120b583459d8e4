import type { ReadonlySignal } from '@preact/signals';
import type { ApiError, PaymentOffer } from '../api/api-error.ts';

/** How a call pays: by the payment of a wallet, or from a prepaid credit. */
export type PayWith = { payment: string } | { credit: string } | Record<never, never>;

/** A call that waits for a person to pay for it. */
export interface Prompt {
  /** The 402: what costs how much, in the service's own sentence, and the call. */
  error: ApiError;
  /** What is to be paid now, which a refused payment may have changed. */
  offer: ReadonlySignal<PaymentOffer>;
  /** Whether a prepaid credit pays for it. */
  takesCredit: boolean;
  /** Whether a payment is on its way, and nobody knows yet what becomes of it. */
  isSent: ReadonlySignal<boolean>;
  /** Repeats the call. Rejects where that did not take the payment, and another one may be made. */
  pay: (by: PayWith) => Promise<void>;
  /** Ends it without a payment; does nothing while one is on its way. */
  cancel: () => void;
}
