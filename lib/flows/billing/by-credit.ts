import { newTail } from '../../adapters/ids.ts';
import { Refusal } from '../../contract/errors.ts';
import { creditItems, creditOfToken } from '../../data/billing/credits.ts';
import { eventIdOf } from '../../data/keys.ts';
import type { OwnedSpace } from '../../data/accounts/owner-counters.ts';
import { purchaseItem } from '../../data/billing/purchases.ts';
import type { TransactItem } from '../../data/table.ts';
import { NO_USAGE, boughtSlots, type Charge } from '../../domain/billing/allowance.ts';
import { chargesInWords, inUsd, totalMicrosOf } from '../../domain/billing/x402/payment-options.ts';
import type { Quote } from '../../domain/billing/quote.ts';
import { usdOf, type Bought } from '../../domain/billing/tariff.ts';
import { debited, type Credit, type CreditMove } from '../../domain/billing/credit.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { refusedPayment, settledBy, type SettledQuote, type Till } from './payment.ts';

/** By what a call pays, and what its refusals are made of. */
interface FromCredit {
  token: string;
  till: Till;
}

/** A debit that was decided, and of what. */
export interface Debit extends CreditMove {
  before: Credit;
  charges: readonly Charge<Bought>[];
}

/**
 * Pays quotes from a prepaid credit, each anew: what the credit is debited is what the quote of the write comes to, in the
 * transaction of what it pays for. Throws 401 for a token that nobody was given, 402 for a credit that does not suffice;
 * looks at neither where nothing costs.
 */
export async function payFromCredit(
  { table, now }: Pick<CoreDeps, 'table'> & { now: number },
  quote: Quote,
  { token, till }: FromCredit,
): Promise<SettledQuote> {
  const purchaseId = eventIdOf(now, newTail());
  let credit: Credit | undefined;
  let debit: Debit | undefined;
  const recheck = async () => {
    credit = await creditOfToken(table, token);
  };
  const cover = ({ charges }: Quote) => {
    debit = charges.length === 0 ? undefined : debitOf(credit, charges, till, now);
  };
  if (quote.charges.length > 0) await recheck();
  cover(quote);
  return settledBy({
    cover,
    recheck,
    bought: () => (debit ? boughtSlots(debit.charges) : NO_USAGE),
    rows: ({ spaceId }: OwnedSpace): TransactItem[] => {
      if (!debit) return [];
      const { items, micros: totalMicros } = debit.entry;
      const bought = { spaceId, id: purchaseId, at: now, items, totalMicros };
      const purchase = purchaseItem(table, { ...bought, by: 'credit', chain: null });
      return [...creditItems(table, debit.before, debit), purchase];
    },
    receipt: () => (debit ? { 'x-credito-balance': String(usdOf(debit.after.balanceMicros)) } : null),
  });
}

/** What charges take of a credit. Throws 401 and 402 as `payFromCredit` does. */
export function debitOf(
  before: Credit | undefined,
  charges: readonly Charge<Bought>[],
  till: Till,
  now: number,
): Debit {
  // Not 402: who names a credit means to pay by it, and not to have a wallet pay instead.
  if (!before)
    throw new Refusal(
      'credencial_invalida',
      'The credit token is unknown or mistyped, and nothing was charged; leave it out to be told how to pay.',
    );
  const move = before.network === till.billing.network ? debited(before, charges, now) : undefined;
  if (!move) throw insufficient(before, charges, till);
  return { ...move, before, charges };
}

function insufficient(
  { network, balanceMicros }: Credit,
  charges: readonly Charge<Bought>[],
  till: Till,
): Refusal {
  const { network: charged } = till.billing;
  const why =
    network === charged
      ? `The credit holds ${inUsd(balanceMicros)}, and this costs ${inUsd(totalMicrosOf(charges))}: ${chargesInWords(charges)}.`
      : `The credit was bought on ${network} and cannot pay on ${charged}.`;
  const detail = `${why} Nothing was charged; top it up at POST /api/credit, or pay the whole with X-PAYMENT.`;
  return refusedPayment('credito_insuficiente', detail, charges, till);
}
