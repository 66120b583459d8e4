import { DAY_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';

const WHOLE_DAYS = 30;
const IDLE_DAYS = 14;

/** How long a session lasts at most, as its cookie does. */
export const SESSION_SEC = (WHOLE_DAYS * DAY_MS) / 1000;

/** When a session was last seen and when it ends at the latest. */
export interface SessionTimes {
  /** Days since 1970, so that being seen is written once a day. */
  seenDay: number;
  expiresAt: Instant;
}

/** The times of a session that begins now. */
export function newSessionTimes(now: Instant): SessionTimes {
  return { seenDay: dayNumberOf(now), expiresAt: now + WHOLE_DAYS * DAY_MS };
}

/** Whether a session has neither reached its end nor been left alone for more than 14 days. */
export function isUnexpired({ seenDay, expiresAt }: SessionTimes, now: Instant): boolean {
  return now < Math.min(expiresAt, idleEndOf(seenDay));
}

/**
 * Whether a person surely proved who it is before all sessions of its account ended: by a session at the issuer that goes
 * on, by an answer that was held back, with the old password. Issuers tell whole seconds, so a proof is up to one younger.
 */
export function isProvenBefore(ended: Instant | null, { authTime }: { authTime: Instant }): boolean {
  return ended !== null && authTime + 1000 <= ended;
}

/** Whether a session was not seen yet today. */
export function isUnseenToday({ seenDay }: SessionTimes, now: Instant): boolean {
  return seenDay < dayNumberOf(now);
}

export function dayNumberOf(now: Instant): number {
  return Math.floor(now / DAY_MS);
}

/** The end of a session that is not seen again: at the end of a day, since only the day is known. */
export function idleEndOf(seenDay: number): Instant {
  return (seenDay + IDLE_DAYS + 1) * DAY_MS;
}

/** What a session is named by: as much of its hash as no two share, of which no secret can be made. */
export function sessionIdOf({ hash }: { hash: string }): string {
  return hash.slice(0, 24);
}
