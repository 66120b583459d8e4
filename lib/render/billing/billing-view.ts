import type { BillingView } from '../../contract/billing/billing.ts';
import type { Usage } from '../../domain/billing/allowance.ts';
import { slotsOf, type Slots } from '../../domain/billing/customer.ts';
import { usdOf, type Priced } from '../../domain/billing/tariff.ts';
import type { Billing } from '../../domain/billing/billing.ts';
import type { Instant } from '../../domain/instant.ts';
import { NETWORKS } from '../../domain/billing/x402/network.ts';
import { PRODUCT } from '../../domain/product.ts';
import { trialView } from '../accounts/account-view.ts';

/** What a deployment charges for, as it is shown. */
export interface BillingOffer {
  billing: Billing;
  isUnlimited: boolean;
  /** Whether there is anything for strangers, such as a way to write to the team. */
  isPublic: boolean;
  /** Where the service is. */
  base: string;
}

/** Whose usage is shown, and by which kind of credential it is known. */
interface Known {
  owner: Usage & Slots & { kind: 'guest' | 'account' | 'organization'; trialStartedAt?: Instant | null };
  by: string;
}

/** What costs nothing for now: all of it where the allowance is unlimited. */
export function gratisView(offer: BillingOffer): readonly Priced[] {
  const priced = pricesView(offer).map(([sku]) => sku);
  return offer.isUnlimited ? priced : offer.billing.tariff.gratis.filter((sku) => priced.includes(sku));
}

/** What has a price here, in millionths of a dollar. */
export function pricesView({ billing: { tariff }, isPublic }: BillingOffer): [Priced, number][] {
  const all = Object.entries(tariff.prices) as [Priced, number][];
  return all.filter(([sku]) => isPublic || sku !== 'agent_contact');
}

/** SPEC.md "Billing": the values in force. */
export function billingView(offer: BillingOffer): BillingView {
  const { mode, network, payTo, facilitator, tariff, hasHomologCredential } = offer.billing;
  const { chainId, usdc } = NETWORKS[network];
  const { prices, free } = tariff;
  const gratis = gratisView(offer);
  return {
    provider: 'x402',
    mode: mode === 'dev' ? 'dev' : 'live',
    network,
    chain_id: chainId,
    pay_to: payTo,
    homolog: mode === 'homolog',
    dev: mode === 'dev',
    dev_gate: hasHomologCredential,
    ...(gratis.length > 0 && { gratis: [...gratis] }),
    facilitator: facilitator ?? offer.base,
    asset: 'USDC',
    asset_address: usdc.address,
    faucet: network === 'base-sepolia' ? 'https://faucet.circle.com/' : null,
    wallets: WALLETS,
    product: PRODUCT.name,
    free_max_endpoints: free.monitors,
    free_min_interval_sec: free.minIntervalSec,
    free_email_alerts: free.emailAlerts,
    prices: {
      extra_endpoint_usd: usdOf(prices.extra_endpoint),
      fast_interval_usd: usdOf(prices.fast_interval),
      email_alert_usd: usdOf(prices.email_alert),
      ...(offer.isPublic && { agent_contact_usd: usdOf(prices.agent_contact) }),
    },
  };
}

/** The same to an owner: with what it uses, and in a session of its account with the trial. */
export function billingViewOf(offer: BillingOffer, { owner, by }: Known, now: Instant): BillingView {
  const { kind, trialStartedAt: startedAt = null } = owner;
  return {
    ...billingView(offer),
    usage: { ...countsOf(owner), slots: countsOf(slotsOf(owner)) },
    ...(kind === 'account' && by === 'session' && { trial: trialView({ startedAt }, now) }),
  };
}

const WALLETS = {
  metamask: 'https://metamask.io/',
  coinbase: 'https://www.coinbase.com/wallet',
  base_app: 'https://base.app/',
};

const countsOf = ({ monitors, fast, emailAlerts }: Usage) => ({
  endpoints: monitors,
  fast_intervals: fast,
  email_alerts: emailAlerts,
});
