import { Refusal } from '../../contract/errors.ts';
import type { TransactItem } from '../../data/table.ts';
import type { Charge } from '../../domain/allowance/allowance.ts';
import { chargesInWords, inUsd, paymentOptions, totalOf } from '../../domain/allowance/payment-options.ts';
import type { Quote } from '../../domain/allowance/quote.ts';
import type { Billing } from '../../domain/billing/billing.ts';

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

/** What a 402 is made of, besides what it is for. */
export interface Till {
  billing: Billing;
  /** The URL of the operation, its parameters as names. */
  resource: string;
}

/**
 * For what is free, and for what cannot be paid on the spot, such as a job's first ping: free, or refused in every
 * billing mode.
 */
export function freeOrRefused(quote: Quote, till: Till): Payment {
  const cover = ({ charges }: Quote) => {
    if (charges.length > 0) throw paymentRequired(charges, till);
  };
  cover(quote);
  return settledBy({ cover, rows: [] });
}

/** What a client of the legacy package pays at most unless its caller allows it more, in millionths of a dollar. */
const USUAL_CAP = 100_000;

/** The 402 of SPEC.md "Errors" 3. */
function paymentRequired(charges: readonly Charge[], { billing, resource }: Till): Refusal {
  const total = totalOf(charges);
  const more = total > USUAL_CAP ? ` In all ${inUsd(total)}: allow your x402 client that much a call.` : '';
  return new Refusal(
    'pagamento_necessario',
    `This goes beyond the free allowance: ${chargesInWords(charges)}.${more}`,
    { x402Version: 1, accepts: paymentOptions(charges, billing, resource) },
  );
}
