import { cleanLine } from '../alert/clean-line.ts';
import { accepted, refused, shown, type Decision } from '../decision.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';

const HOUR_MS = 3_600_000;

/** What a key lives by. */
export interface ApiKeyState {
  revokedAt: Instant | null;
  /** The epoch of its account when it was made. */
  epoch: number;
}

/** A key that programs of an account call with. Its text is shown once; here stands the hash of it. */
export interface ApiKey extends ApiKeyState {
  ownerId: string;
  id: string;
  hash: string;
  name: string;
  last4: string;
  createdAt: Instant;
  /** The first use in the hour of the last one; null before any. */
  lastUsedAt: Instant | null;
}

/** Whether a key opens anything: neither revoked nor ended with all sessions of its account (SPEC.md "Authentication" 4). */
export function isActive({ revokedAt, epoch }: ApiKeyState, account: { epoch: number }): boolean {
  return revokedAt === null && epoch === account.epoch;
}

/** The beginning of the hour that `now` is in. */
export function hourOf(now: Instant): Instant {
  return Math.floor(now / HOUR_MS) * HOUR_MS;
}

/** Whether no use in this hour is noted yet. */
export function isUnusedThisHour({ lastUsedAt }: { lastUsedAt: Instant | null }, now: Instant): boolean {
  return lastUsedAt === null || lastUsedAt < hourOf(now);
}

/** The name of a key, trimmed: one line to 60 characters. */
export function apiKeyName(text: string): Decision<string, 'invalid_key_name'> {
  const name = text.trim();
  const length = [...name].length;
  const max = LIMITS.apiKeyNameMaxChars;
  if (length < 1 || length > max)
    return refused('invalid_key_name', `name must have 1 to ${max} characters; got ${length}.`);
  if (cleanLine(name, max) !== name.replace(/\s+/gu, ' ')) {
    return refused(
      'invalid_key_name',
      `name must not have control or format characters; got ${shown(name)}.`,
    );
  }
  return accepted(name);
}
