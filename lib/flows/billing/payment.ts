import { Refusal, type ErrorCode } from '../../contract/errors.ts';
import type { OwnedSpace } from '../../data/accounts/owner-counters.ts';
import type { TransactItem } from '../../data/table.ts';
import { NO_USAGE, type Charge, type Usage } from '../../domain/billing/allowance.ts';
import {
  chargesInWords,
  inUsd,
  paymentOptions,
  totalMicrosOf,
} from '../../domain/billing/x402/payment-options.ts';
import type { Bought } from '../../domain/billing/tariff.ts';
import type { Quote } from '../../domain/billing/quote.ts';
import type { Billing } from '../../domain/billing/billing.ts';

const settled = Symbol('settled');

/** Header fields, such as `x-payment-response`; null in their place where nothing was paid. */
export type Receipt = Readonly<Record<string, string>>;

/** That a quote is settled: `commit` asks for it, and only `freeOrRefused` and `pay` give it. */
export interface SettledQuote {
  [settled]: true;
  /** Throws 402 for a quote that this does not cover: what was quoted before the owner's usage changed. */
  cover: (quote: Quote) => void;
  /** The slots that it brings to the quote that was covered last, in the update that counts what they are used for. */
  bought: () => Usage;
  /** Written in the transaction of what is paid for. */
  rows: (owned: OwnedSpace) => readonly TransactItem[];
  /** After a write that was lost. Throws where the payment is no longer for this call to write. */
  recheck: () => Promise<void>;
  /**
   * Gives what was paid for by itself, where the action came to nothing: false where there is nothing that it could give.
   * Throws 503 where it cannot be given now, whatever else the call was to hear: a 402 would be paid once more.
   */
  giveAlone: () => Promise<boolean>;
  /** What the answer says of it. */
  receipt: () => Receipt | null;
}

/** What brings no slots and writes nothing. */
const NOTHING_PAID = {
  bought: () => NO_USAGE,
  rows: () => [],
  recheck: async () => {},
  giveAlone: async () => false,
  receipt: () => null,
} satisfies Partial<SettledQuote>;

/** A payment as its kind makes it; what it does not say is as of one that moves nothing. */
export function settledBy(
  payment: Pick<SettledQuote, 'cover'> & Partial<Omit<SettledQuote, typeof settled>>,
): SettledQuote {
  return { ...NOTHING_PAID, ...payment, [settled]: true };
}

/** What a 402 is made of, besides what it is for. */
export interface Till {
  billing: Billing;
  /** The URL of the operation, its parameters as names. */
  resource: string;
}

/** For what is free, and for what a job's first ping costs where it carries nothing to pay with: refused in every billing mode. */
export function freeOrRefused(quote: Quote, till: Till): SettledQuote {
  const cover = ({ charges }: Quote) => {
    if (charges.length > 0) throw paymentRefusal(charges, till);
  };
  cover(quote);
  return settledBy({ cover });
}

/** What a client of the legacy package pays at most unless its caller allows it more, in millionths of a dollar. */
const USUAL_CAP = 100_000;

/** The 402 of SPEC.md "Errors" 3. */
export function paymentRefusal(charges: readonly Charge<Bought>[], till: Till): Refusal {
  const total = totalMicrosOf(charges);
  const more = total > USUAL_CAP ? ` In all ${inUsd(total)}: allow your x402 client that much a call.` : '';
  const isCredit = charges.some(({ sku }) => sku === 'prepaid_credit');
  const why = isCredit ? 'You buy' : 'This goes beyond the free allowance:';
  const nobody =
    till.billing.payTo === null ? ' No payment is possible here: billing is in development mode.' : '';
  const detail = `${why} ${chargesInWords(charges)}.${more}${nobody}`;
  return refusedPayment('pagamento_necessario', detail, charges, till);
}

/** A 402 for another reason than that nothing was paid: it says what would be right, as any 402. */
export function refusedPayment(
  code: ErrorCode,
  detail: string,
  charges: readonly Charge<Bought>[],
  { billing, resource }: Till,
): Refusal {
  return new Refusal(code, detail, {
    x402Version: 1,
    accepts: paymentOptions(charges, billing, resource),
  });
}
