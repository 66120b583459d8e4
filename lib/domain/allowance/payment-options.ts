import type { Charge } from './allowance.ts';
import { usdOf, type Sku } from './tariff.ts';

/** One x402 way to pay for a charge; amounts are in millionths of a dollar, as USDC counts. */
export interface PaymentOption {
  scheme: 'exact';
  network: 'base';
  maxAmountRequired: string;
  resource: string;
  description: string;
  mimeType: 'application/json';
  payTo: string;
  maxTimeoutSeconds: number;
  asset: string;
}

const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const WORDS: Record<Sku, string> = {
  extra_endpoint: 'a monitor beyond the free ones',
  fast_interval: 'an interval or grace under the free minimum',
  email_alert: 'an e-mail alert registration beyond the free one',
};

/** What a 402 lists in `accepts`: one entry for the whole of the charges. */
export function paymentOptions(charges: readonly Charge[], resource: string, payTo: string): PaymentOption[] {
  const micros = charges.reduce((sum, charge) => sum + charge.micros, 0);
  return [
    {
      scheme: 'exact',
      network: 'base',
      maxAmountRequired: String(micros),
      resource,
      description: chargesInWords(charges),
      mimeType: 'application/json',
      payTo,
      maxTimeoutSeconds: 300,
      asset: USDC_ON_BASE,
    },
  ];
}

/** "290 × a monitor beyond the free ones (0.10 USD each)": what is charged, in words. */
export function chargesInWords(charges: readonly Charge[]): string {
  return [...Map.groupBy(charges, (charge) => charge.sku)]
    .map(([sku, alike]) => {
      const price = usdOf(alike[0]?.micros ?? 0).toFixed(2);
      return alike.length === 1
        ? `${WORDS[sku]} (${price} USD)`
        : `${alike.length} × ${WORDS[sku]} (${price} USD each)`;
    })
    .join(', ');
}
