import { sessionIdOf } from '../../domain/accounts/session.ts';
import { DAY_MS, dayOf } from '../../domain/calendar.ts';
import type { SessionView } from '../../contract/accounts/sessions.ts';
import type { AccountProfileView, TrialView } from '../../contract/accounts/account.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { isTrialOn, trialDaysLeft, trialEndOf, type Trial } from '../../domain/billing/trial.ts';
import { isoOrNull, type Instant, isoOf } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { ApiKeyView } from '../../contract/accounts/api-keys.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';

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

/** A key as it is shown when it is made. */
export function newApiKeyView({ id, ownerId, createdBy, name, readOnly, last4, createdAt }: ApiKey) {
  const organizationId = createdBy === null ? null : ownerId;
  return { id, name, organizationId, readOnly, last4, createdAt: isoOf(createdAt) };
}

/** A key as the list shows it. */
export function apiKeyView(key: ApiKey, active: boolean): ApiKeyView {
  return {
    ...newApiKeyView(key),
    lastUsedAt: isoOrNull(key.lastUsedAt),
    revokedAt: isoOrNull(key.revokedAt),
    active,
  };
}

/** What is kept of a session that an account shows. */
interface ShownSession {
  hash: string;
  browser: string | null;
  mfa: boolean;
  createdAt: Instant;
  seenDay: number;
}

/** A session as the list of its account shows it. */
export function sessionView(session: ShownSession, current: boolean): SessionView {
  return {
    id: sessionIdOf(session),
    browser: session.browser,
    current,
    second_factor: session.mfa,
    began_at: isoOf(session.createdAt),
    last_used_on: dayOf(session.seenDay * DAY_MS),
  };
}
