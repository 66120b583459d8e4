import type { PurchaseView } from '../../contract/billing/purchases.ts';
import { usdOf, type Bought } from '../../domain/billing/tariff.ts';
import { NETWORKS } from '../../domain/billing/x402/network.ts';
import type { Purchase } from '../../domain/billing/purchase.ts';
import { WHAT } from './pricing-view.ts';

/** What was paid for, as its owner is shown it. */
export function purchaseView({ id, at, items, totalMicros, by, chain }: Purchase): PurchaseView {
  const { network = null, transaction = null, payer = null, isRehearsal = false } = chain ?? {};
  return {
    id,
    at: new Date(at).toISOString(),
    items: items.map(({ sku, count, micros }) => ({
      sku,
      what: whatOf(sku),
      count,
      price_usd: usdOf(micros),
    })),
    total_usd: usdOf(totalMicros),
    paid_with: by,
    network,
    transaction,
    explorer: explorerOf(chain),
    payer,
    rehearsal: isRehearsal,
  };
}

function whatOf(sku: Bought): string {
  return sku === 'prepaid_credit' ? 'prepaid credit' : WHAT[sku];
}

/** The transaction of a rehearsal is simulated, so no chain knows it. */
function explorerOf(chain: Purchase['chain']): string | null {
  if (chain === null || chain.isRehearsal) return null;
  return `${NETWORKS[chain.network].explorer}/tx/${chain.transaction}`;
}
