import { LIMITS } from '../limits.ts';

/**
 * Seconds to wait after the given number of failed tries, or null when the alert is given up on: after about
 * 1, 5, 15 and 60 minutes (DECISIONS.md "Alert channels" 2).
 */
export function nextTryOf(failedTries: number): number | null {
  return LIMITS.deliveryRetryDelaysSec[failedTries - 1] ?? null;
}
