import { HOUR_MS } from '../calendar.ts';
import type { Decision } from '../decision.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { hasManagedSince, type OrganizationPeople } from './organization.ts';
import { readableName } from '../readable-name.ts';

/** What a key lives by. */
export interface ApiKeyState {
  revokedAt: Instant | null;
  /** The epoch of the account that made it, as it was then. */
  epoch: number;
}

/** A key that programs of an owner call with. Its text is shown once; here stands the hash of it. */
export interface ApiKey extends ApiKeyState {
  ownerId: string;
  /** The account that made it for an organization; null for a key of the account itself. */
  createdBy: string | null;
  id: string;
  hash: string;
  name: string;
  /** Whether it calls what reads alone. */
  readOnly: boolean;
  last4: string;
  createdAt: Instant;
  /** The first use in the hour of the last one; null before any. */
  lastUsedAt: Instant | null;
}

/** Whether a key opens anything: neither revoked nor ended with all sessions of its account (SPEC.md "Authentication" 4). */
export function isActive({ revokedAt, epoch }: ApiKeyState, account: { epoch: number }): boolean {
  return revokedAt === null && epoch === account.epoch;
}

/**
 * The same of a key of an organization: it stops with its creator's sessions and role, and while the organization is
 * switched off (SPEC.md "Authentication" 3).
 */
export function isActiveFor(
  organization: Pick<OrganizationPeople, 'members'> & { enabled: boolean },
  key: ApiKeyState & { createdBy: string | null; createdAt: Instant },
  creator: { id: string; epoch: number } | undefined,
): boolean {
  if (!creator || creator.id !== key.createdBy || !isActive(key, creator)) return false;
  return organization.enabled && hasManagedSince(organization, creator.id, key.createdAt);
}

/** How many ended keys are forgotten at a time, so that making a key stays quick. */
const FORGOTTEN_AT_ONCE = 10;

/** The oldest of the keys that have ended for good, where there are more than the list is to show. */
export function forgettable<K extends { createdAt: Instant }>(ended: readonly K[]): K[] {
  const newestFirst = ended.toSorted((one, other) => other.createdAt - one.createdAt);
  return newestFirst.slice(LIMITS.endedKeysKept).slice(-FORGOTTEN_AT_ONCE);
}

/** The beginning of the hour that `now` is in. */
export function useHourOf(now: Instant): Instant {
  return Math.floor(now / HOUR_MS) * HOUR_MS;
}

/** Whether no use in this hour is noted yet. */
export function isUnusedThisHour({ lastUsedAt }: { lastUsedAt: Instant | null }, now: Instant): boolean {
  return lastUsedAt === null || lastUsedAt < useHourOf(now);
}

/** The name of a key, trimmed: one line to 60 characters. */
export function apiKeyName(text: string): Decision<string, 'invalid_key_name'> {
  return readableName(text, { code: 'invalid_key_name', min: 1, max: LIMITS.apiKeyNameMaxChars });
}
