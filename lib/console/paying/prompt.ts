import type { ComponentType } from 'preact';
import type { PaymentOffer } from '../api/api-error.ts';

/** How a call pays: by the payment of a wallet, or from a prepaid credit. */
export type PayWith = { payment: string } | { credit: string } | Record<never, never>;

/** A call that waits for a person to pay for it. */
export interface Prompt {
  /** What costs how much, in the service's own sentence. */
  detail: string;
  offer: PaymentOffer;
  /** Repeats the call. Rejects where that did not take the payment. */
  pay: (by: PayWith) => Promise<void>;
  cancel: () => void;
  /** Comes with the first call that costs something. */
  Shown: ComponentType<{ prompt: Prompt }>;
}
