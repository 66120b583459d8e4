import type { Billing } from '../billing.ts';
import { NETWORKS } from './network.ts';
import type { PurchasedItem } from '../purchase.ts';
import type { PaymentRequirement } from './requirement.ts';
import type { Charge } from '../allowance.ts';
import { usdOf, type Bought } from '../tariff.ts';

const WORDS: Record<Bought, string> = {
  extra_endpoint: 'an extra monitor',
  fast_interval: 'an interval or grace under the free minimum',
  email_alert: 'an extra e-mail alert registration',
  prepaid_credit: 'prepaid credit',
  agent_contact: 'a message to the team',
};

/** A wallet signs for so long: enough to settle, and no cheque to be cashed tomorrow. */
const MAX_TIMEOUT_SECONDS = 120;
/** Named in development billing where nobody is paid: the contract refuses any transfer to it. */
const NOBODY = `0x${'0'.repeat(40)}`;

/** What charges come to, in millionths of a dollar. */
export function totalMicrosOf(charges: readonly Charge<Bought>[]): number {
  return charges.reduce((sum, { micros }) => sum + micros, 0);
}

/**
 * What a 402 lists in `accepts`: one entry for the whole of the charges. `resource` is the URL of the operation with its
 * parameters as names: it goes to the facilitator, and ids and keys are secrets.
 */
export function paymentOptions(
  charges: readonly Charge<Bought>[],
  { network, payTo }: Pick<Billing, 'network' | 'payTo'>,
  resource: string,
): [PaymentRequirement] {
  const { address, name, version } = NETWORKS[network].usdc;
  return [
    {
      scheme: 'exact',
      network,
      maxAmountRequired: String(totalMicrosOf(charges)),
      resource,
      description: chargesInWords(charges),
      mimeType: 'application/json',
      payTo: payTo ?? NOBODY,
      maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
      asset: address,
      extra: { name, version },
    },
  ];
}

/** "290 × an extra monitor (0.10 USD each)": what is charged, in words. */
export function chargesInWords(charges: readonly Charge<Bought>[]): string {
  const items = [...Map.groupBy(charges, ({ sku }) => sku)].map(([sku, alike]) => ({
    sku,
    count: alike.length,
    micros: alike[0]?.micros ?? 0,
  }));
  return itemsInWords(items);
}

/** The same of what was bought. */
export function itemsInWords(items: readonly PurchasedItem[]): string {
  return items
    .map(({ sku, count, micros }) => {
      const price = inUsd(micros);
      if (sku === 'prepaid_credit') return `${WORDS[sku]} of ${price}`;
      return count === 1 ? `${WORDS[sku]} (${price})` : `${count} × ${WORDS[sku]} (${price} each)`;
    })
    .join(', ');
}

/** "0.10 USD": with two decimals, or as many as it takes. */
export function inUsd(micros: number): string {
  const usd = usdOf(micros);
  return `${usd.toFixed(2) === String(usd) || micros % 10_000 === 0 ? usd.toFixed(2) : String(usd)} USD`;
}
