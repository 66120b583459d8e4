import type { AccountProfileView, TrialView } from '../../contract/accounts/account.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { isTrialOn, trialDaysLeft, trialEndOf, type Trial } from '../../domain/billing/trial.ts';
import { isoOrNull, type Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';

/** A profile as the wire shows it. */
export function profileView({ name, locale, timeZone, theme, revision }: Profile): AccountProfileView {
  return { name, locale, timeZone, theme, revision };
}

/** A trial as the wire shows it at `now` (SPEC.md "Billing", `Trial`). */
export function trialView(trial: Trial, now: Instant): TrialView {
  return {
    days: LIMITS.trialDays,
    active: isTrialOn(trial, now),
    days_left: trialDaysLeft(trial, now),
    ends_at: isoOrNull(trialEndOf(trial)),
  };
}
