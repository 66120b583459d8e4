import type { Instant } from '../instant.ts';
import type { Usage } from './allowance.ts';
import type { Tariff } from './tariff.ts';
import { isTrialOn } from './trial.ts';

/** Under which terms owners are customers. */
export interface Terms {
  tariff: Tariff;
  /** Of a deployment that sets no limit and no price. */
  isUnlimited: boolean;
  /** Nothing is charged here: calls go through unpaid. */
  isDev?: boolean;
  now: Instant;
}

/** Places that were bought, as owners count them. */
export interface Slots {
  monitorSlots: number;
  fastSlots: number;
  emailAlertSlots: number;
}

export const NO_SLOTS: Slots = { monitorSlots: 0, fastSlots: 0, emailAlertSlots: 0 };

/** The same by what they are for. */
export function slotsOf({ monitorSlots, fastSlots, emailAlertSlots }: Slots): Usage {
  return { monitors: monitorSlots, fast: fastSlots, emailAlerts: emailAlertSlots };
}

/** An owner as its costs are decided: what it has and has bought, and whether a trial or the deployment lifts the paywall. */
export interface Customer {
  usage: Usage;
  slots: Usage;
  tariff: Tariff;
  isOnTrial: boolean;
  isUnlimited: boolean;
  isDev?: boolean;
}

/** What an owner has, and the slots that it has bought. */
export function usageAndSlotsOf(owner: Usage & Slots): Pick<Customer, 'usage' | 'slots'> {
  const { monitors, fast, emailAlerts } = owner;
  return { usage: { monitors, fast, emailAlerts }, slots: slotsOf(owner) };
}

/** An owner as a customer; one without a trial, as guests are, is never on it. */
export function customerOf(
  owner: Usage & Slots & { trialStartedAt?: Instant | null },
  { tariff, isUnlimited, isDev = false, now }: Terms,
): Customer {
  const { trialStartedAt: startedAt = null } = owner;
  return {
    ...usageAndSlotsOf(owner),
    tariff,
    isOnTrial: isTrialOn({ startedAt }, now),
    isUnlimited,
    isDev,
  };
}
