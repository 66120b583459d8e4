import type { Instant } from '../instant.ts';
import type { Usage } from './allowance.ts';
import { isTrialOn } from './trial.ts';

/** An owner as its costs are decided: what it has, and whether a trial or the deployment lifts the paywall. */
export interface Customer extends Usage {
  isOnTrial: boolean;
  /** Of a deployment that sets no limit and no price. */
  isUnlimited: boolean;
}

/** An owner as a customer at `now`; one without a trial, as guests are, is never on it. */
export function customerOf(
  owner: Usage & { trialStartedAt?: Instant | null },
  { isUnlimited, now }: { isUnlimited: boolean; now: Instant },
): Customer {
  const { monitors, emailAlerts, trialStartedAt: startedAt = null } = owner;
  return { monitors, emailAlerts, isOnTrial: isTrialOn({ startedAt }, now), isUnlimited };
}
