import { LIMITS } from '../limits.ts';

/** What an owner's allowance is of: a payment buys a slot for one of them. */
export type Sku = 'extra_endpoint' | 'fast_interval' | 'email_alert';

/** What can be bought: slots of the allowance, prepaid credit, and a message that an agent sends. */
export type Bought = Sku | 'prepaid_credit' | 'agent_contact';

/** All that has a price. */
export type Priced = Sku | 'agent_contact';

/** The prices and limits in force in a deployment (SPEC.md "Limits" and "Billing"). */
export interface Tariff {
  /** In millionths of a dollar, as USDC counts. */
  prices: Readonly<Record<Priced, number>>;
  free: {
    monitors: number;
    /** The shortest interval or grace that costs nothing. */
    minIntervalSec: number;
    emailAlerts: number;
  };
  /** What costs nothing for now, whatever its price. */
  gratis: readonly Priced[];
}

/** As the specification has it. */
export const SPEC_TARIFF: Tariff = {
  prices: { extra_endpoint: 100_000, fast_interval: 50_000, email_alert: 100_000, agent_contact: 100_000 },
  free: {
    monitors: LIMITS.freeMonitors,
    minIntervalSec: LIMITS.freeIntervalMinSec,
    emailAlerts: LIMITS.freeEmailAlerts,
  },
  gratis: [],
};

/** As people and programs are shown an amount: 100,000 millionths are 0.1. */
export function usdOf(micros: number): number {
  return micros / 1_000_000;
}
