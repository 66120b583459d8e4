import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import type { Alert } from './alert.ts';
import type { AlertContent } from './alert-content.ts';

/** The operator's stop: while an upgrade lasts nobody is told anything. */
export interface Hold {
  until: Instant;
}

/** The check that brings an alert back comes up to a tick after its time, and nothing is held for more than an hour. */
const HELD_MAX_MS = (LIMITS.alertHoldMaxSec - LIMITS.checkEverySec) * 1000;

/** The end of a hold that lasts; null when there is none. */
export function holdAt(hold: Hold | null, now: Instant): Instant | null {
  return hold !== null && hold.until > now ? hold.until : null;
}

/**
 * Until when the operator's stop keeps an alert back, whatever the setting says; null when it may be told. What its owner
 * asked for is told: a test, and an alert that is sent once more.
 */
export function heldUntil(
  { content, reopened }: Pick<Alert, 'content' | 'reopened'>,
  hold: Hold | null,
  now: Instant,
): Instant | null {
  const holdEndsAt = holdAt(hold, now);
  if (holdEndsAt === null || reopened || content.kind === 'test') return null;
  const until = Math.min(holdEndsAt, heldFrom(content) + HELD_MAX_MS);
  return until > now ? until : null;
}

/**
 * From when the longest hold is counted: no hold of any origin keeps a silence from being told for longer, so its own
 * begins where it went silent, or where pings no longer reached us (DECISIONS.md "Incidents" 8).
 */
function heldFrom({ kind, reason, alertNumber, decidedAt, downSince, notHeard }: AlertContent): Instant {
  const isNewSilence = kind === 'miss' && reason === 'silence' && alertNumber === 1;
  return isNewSilence ? Math.min(decidedAt, notHeard?.from ?? downSince) : decidedAt;
}
