import { usdOf } from '../../domain/billing/tariff.ts';
import type { BillingOffer } from '../billing/billing-view.ts';
import { chargedSkus, pricedOf, type Charges } from './facts.ts';

const MICROS_OF_CENT = 10_000;

/** OpenAPI's `x-payment-info` of an operation, as readers of x402 prices take it; undefined where a call costs nothing. */
export function paymentInfoOf(offer: BillingOffer, of: Charges): Record<string, unknown> | undefined {
  if (pricedOf(offer, of).length === 0) return undefined;
  const [min, max] = rangeOf(offer, of).map((micros) => String(usdOf(micros)));
  return { protocols: [{ x402: {} }], price: { mode: 'dynamic', currency: 'USD', min, max } };
}

/** From nothing, within the allowance, to each thing as often as the call may ask for it; in millionths of a dollar. */
function rangeOf(offer: BillingOffer, of: Charges): number[] {
  if ('cents' in of) return of.cents.map((cents) => cents * MICROS_OF_CENT);
  if ('asTool' in of) return [];
  const { prices } = offer.billing.tariff;
  const once = chargedSkus(offer, of.skus).reduce((sum, sku) => sum + prices[sku], 0);
  return [0, once * (of.times ?? 1)];
}
