import type { CreditEntryView } from '../../contract/billing/credit.ts';
import { itemsInWords } from '../../domain/billing/x402/payment-options.ts';
import { usdOf } from '../../domain/billing/tariff.ts';
import type { Credit, CreditEntry } from '../../domain/billing/credit.ts';

/** What a credit holds. */
export function creditView({ balanceMicros, boughtMicros, spentMicros, network, createdAt }: Credit) {
  return {
    balance_usd: usdOf(balanceMicros),
    bought_usd: usdOf(boughtMicros),
    spent_usd: usdOf(spentMicros),
    network,
    created_at: new Date(createdAt).toISOString(),
  };
}

/** An entry of its ledger. */
export function creditEntryView({
  number,
  at,
  kind,
  micros,
  items,
  balanceMicros,
}: CreditEntry): CreditEntryView {
  return {
    number,
    at: new Date(at).toISOString(),
    kind,
    amount_usd: usdOf(micros),
    what: itemsInWords(items),
    balance_usd: usdOf(balanceMicros),
  };
}
