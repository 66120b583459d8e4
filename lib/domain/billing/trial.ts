import { DAY_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';

/** The trial of an account, from its first call as an owner on; guests and organizations have none. */
export interface Trial {
  startedAt: Instant | null;
}

/** When a trial ends or ended; null before it begins. */
export function trialEndOf({ startedAt }: Trial): Instant | null {
  return startedAt === null ? null : startedAt + LIMITS.trialDays * DAY_MS;
}

/** Whether a trial lifts the paywall now (SPEC.md "Limits"). */
export function isTrialOn(trial: Trial, now: Instant): boolean {
  const end = trialEndOf(trial);
  return end !== null && now < end;
}

/** The days of a trial that are left, begun ones counted; all of them before it begins. */
export function trialDaysLeft(trial: Trial, now: Instant): number {
  const end = trialEndOf(trial);
  return end === null ? LIMITS.trialDays : Math.max(0, Math.ceil((end - now) / DAY_MS));
}
