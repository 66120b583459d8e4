import type { PricingView, QuotaView } from '../../contract/billing/billing.ts';
import { usdOf, type Priced } from '../../domain/billing/tariff.ts';
import type { BillingMode } from '../../domain/billing/billing.ts';
import { LIMITS } from '../../domain/limits.ts';
import { PRODUCT } from '../../domain/product.ts';
import { gratisView, pricesView, type BillingOffer } from './billing-view.ts';

export const WHAT: Record<Priced, string> = {
  extra_endpoint: 'an extra monitor',
  fast_interval: 'an interval or grace time below the free minimum',
  email_alert: 'an extra e-mail alert registration',
  agent_contact: 'a message to us through the contact tool for agents',
};

const HOW_TO_PAY: Record<BillingMode, string> = {
  dev: 'Billing is in development mode: nothing is charged, and the answer says what it would have cost.',
  homolog:
    'Billing is in rehearsal: sign one of accepts[] of the 402 answer, which moves no money, and repeat the call with X-PAYMENT and X-Homolog-Credential, or buy credit once (POST /api/credit) and send X-Credito.',
  live: 'Pay one of accepts[] of the 402 answer and repeat the call with X-PAYMENT, or buy credit once (POST /api/credit) and send X-Credito.',
};

const UNLIMITED: QuotaView = {
  free: [],
  paid: [],
  how_to_pay: 'Everything is free: whoever runs this service set the allowance to unlimited.',
  live: null,
  free_now: [],
  trial: null,
};

/** SPEC.md "Payment quota". */
export function quotaView(offer: BillingOffer): QuotaView {
  if (offer.isUnlimited) return UNLIMITED;
  const { free } = offer.billing.tariff;
  return {
    free: [
      { o_que: 'monitors', limite: free.monitors, janela: null },
      { o_que: 'shortest interval in seconds', limite: free.minIntervalSec, janela: null },
      { o_que: 'e-mail alert registrations', limite: free.emailAlerts, janela: null },
    ],
    paid: pricesView(offer).map(([sku, micros]) => ({ o_que: sku, price_usd: usdOf(micros) })),
    how_to_pay: HOW_TO_PAY[offer.billing.mode],
    live: billingUrl(offer),
    free_now: [...gratisView(offer)],
    trial: {
      days: LIMITS.trialDays,
      how: 'Starts with your first call while signed in, once per account.',
    },
  };
}

/** Prices and quota for programs; the page for people shows this value too. */
export function pricingView(offer: BillingOffer): PricingView {
  const { network } = offer.billing;
  const gratis = gratisView(offer);
  return {
    product: PRODUCT.name,
    currency: 'USD',
    asset: 'USDC',
    network,
    prices: pricesView(offer).map(([sku, micros]) => ({
      sku,
      what: WHAT[sku],
      price_usd: usdOf(micros),
      amount: String(micros),
      gratis: gratis.includes(sku),
    })),
    quota: quotaView(offer),
    billing: billingUrl(offer),
  };
}

const billingUrl = ({ base }: BillingOffer) => `${base}/api/billing`;
