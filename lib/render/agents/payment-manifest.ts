import type { PaymentManifestView } from '../../contract/agents/documents.ts';
import { billingView, type BillingOffer } from '../billing/billing-view.ts';
import { pricingView } from '../billing/pricing-view.ts';
import { charges, pricedOf, type DeploymentFacts } from './facts.ts';

/**
 * `/.well-known/x402`. Only what has no id, key or name in its path is a resource: a template is no address, and a real one
 * would give somebody's secret away. Resources and operations are empty where no call is answered 402.
 */
export function paymentManifest({ offer, endpoints }: DeploymentFacts): PaymentManifestView {
  const { mode, homolog, network, chain_id, asset, asset_address, pay_to, facilitator, gratis } =
    billingView(offer);
  const { prices, quota } = pricingView(offer);
  const paid = endpoints.flatMap((each) => {
    const skus = each.charges ? pricedOf(offer, each.charges) : [];
    return skus.length === 0 ? [] : [{ ...each, skus }];
  });
  const fetchable = paid.filter(({ path }) => !path.includes(':'));
  return {
    version: 1,
    x402Version: 1,
    resources: [...new Set(fetchable.map(({ url }) => url))],
    operations: paid.map(({ method, path, skus }) => ({ method, path, skus })),
    mode,
    homolog,
    network,
    chain_id,
    asset,
    asset_address,
    pay_to,
    facilitator,
    prices: Object.fromEntries(prices.map(({ sku, price_usd, amount }) => [sku, { price_usd, amount }])),
    gratis: [...(gratis ?? [])],
    instructions: instructionsOf(offer, { howToPay: quota.how_to_pay, isPaid: paid.length > 0 }),
  };
}

function instructionsOf(
  offer: BillingOffer,
  { howToPay, isPaid }: { howToPay: string; isPaid: boolean },
): string {
  if (!isPaid) return charges(offer) ? 'Everything that has a price is free for now.' : howToPay;
  return `${howToPay} Prepaid credit aside, a call costs something only past the free allowance of its owner, so call first: without a credential it is 401, and within the allowance nothing is asked.`;
}
