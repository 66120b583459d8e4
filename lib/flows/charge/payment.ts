import { Refusal } from '../../contract/errors.ts';
import type { TransactItem } from '../../data/table.ts';
import type { Charge } from '../../domain/allowance/allowance.ts';
import { chargesInWords, paymentOptions } from '../../domain/allowance/payment-options.ts';
import type { Quote } from '../../domain/allowance/quote.ts';

const settled = Symbol('settled');

/** That a quote is settled: `commit` asks for it, and only `freeOrRefused` and `pay` give it. */
export interface Payment {
  [settled]: true;
  /** Throws 402 for a quote that this does not cover: what was quoted before the owner's usage changed. */
  cover: (quote: Quote) => void;
  /** Written in the transaction of what is paid for. */
  rows: readonly TransactItem[];
}

/** A payment as its kind makes it. */
export function settledBy(payment: Omit<Payment, typeof settled>): Payment {
  return { ...payment, [settled]: true };
}

/**
 * For what is free, and for what cannot be paid on the spot, such as a job's first ping: free, or refused in every
 * billing mode. `base` is where the service is reached.
 */
export function freeOrRefused(quote: Quote, base: string): Payment {
  const cover = ({ charges }: Quote) => {
    if (charges.length > 0) throw paymentRequired(charges, base);
  };
  cover(quote);
  return settledBy({ cover, rows: [] });
}

/** The 402 of SPEC.md "Errors" 3. */
function paymentRequired(charges: readonly Charge[], base: string): Refusal {
  const accepts = paymentOptions(charges, base, '');
  return new Refusal(
    'pagamento_necessario',
    `This goes beyond the free allowance: ${chargesInWords(charges)}.`,
    { accepts },
  );
}
