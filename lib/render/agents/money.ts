import { NETWORKS } from '../../domain/billing/x402/network.ts';
import { usdOf } from '../../domain/billing/tariff.ts';
import type { BillingOffer } from '../billing/billing-view.ts';
import { WHAT } from '../billing/pricing-view.ts';
import { usdText } from '../billing/usd-text.ts';
import { chargedSkus, charges } from './facts.ts';
import { SKUS } from '../../domain/billing/allowance.ts';

const COUNTED = new Intl.NumberFormat('en');

/** "5,000". */
export const counted = (number: number): string => COUNTED.format(number);

/** Seconds in the largest unit that they are a whole number of: "5 minutes". */
export function secondsInWords(seconds: number): string {
  const [unit, size] =
    (
      [
        ['days', 86_400],
        ['hours', 3_600],
        ['minutes', 60],
      ] as const
    ).find(([, each]) => seconds % each === 0 && seconds >= 2 * each) ?? (['seconds', 1] as const);
  return `${counted(seconds / size)} ${unit}`;
}

/** Whether money is real here, in sentences that stand alone. */
export function moneyInWords({ billing, isUnlimited }: BillingOffer): string {
  if (isUnlimited) return 'Everything is free here, without limits.';
  const { chainId } = NETWORKS[billing.network];
  const network = `${billing.network} (chain ${chainId})`;
  if (billing.mode === 'dev')
    return 'Nothing is charged here: what would cost something is let through, and the answer says what it would have cost. Registration by ingest key stays within the free allowance.';
  if (billing.mode === 'homolog')
    return `Charging is rehearsed here in test money on ${network}: calls are answered 402, and no money moves.`;
  return billing.network === 'base'
    ? `Charging is live here, in USDC on ${network}: this is real money.`
    : `Charging is live here, in USDC on ${network}: a test network, whose money is worth nothing.`;
}

/** What is free and what costs how much, as lines of a list. */
export function pricesAsLines(offer: BillingOffer): string[] {
  if (offer.isUnlimited) return [];
  const { free, prices } = offer.billing.tariff;
  return [
    `Free for every owner: ${counted(free.monitors)} monitors, intervals of ${secondsInWords(free.minIntervalSec)} or more, ${counted(free.emailAlerts)} e-mail alert ${free.emailAlerts === 1 ? 'registration' : 'registrations'}. Pings, webhook alerts and dashboards have no quota.`,
    ...SKUS.map((sku) => {
      const isFree = charges(offer) && chargedSkus(offer, [sku]).length === 0;
      return `${capitalised(WHAT[sku])}: ${usdText(usdOf(prices[sku]))} USD, once${isFree ? ' (free for now)' : ''}.`;
    }),
  ];
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
