import { HOUR_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';

/** A line in which calls take turns: how far apart these are, and how far ahead the line may reach. */
export interface ContactLine {
  gapMs: number;
  aheadMaxMs: number;
}

/** Of one network (SPEC.md "Limits"): one message in 10 s; a faster one waits. */
export const NETWORK_LINE: ContactLine = {
  gapMs: LIMITS.contactGapSec * 1000,
  aheadMaxMs: LIMITS.contactWaitMaxSec * 1000,
};

/** Turns of the whole service may be taken so far ahead: a quiet hour is saved up. */
const BURST_MS = HOUR_MS;

/** What was paid for is never refused: its price keeps the line short. */
const PAID_AHEAD_MS = 30 * 24 * HOUR_MS;

/** The same line for a message that was paid for. */
export const withoutEnd = (line: ContactLine): ContactLine => ({ ...line, aheadMaxMs: PAID_AHEAD_MS });

/** Of the whole service, so that many networks flood neither the mailbox of the team nor the quota of the sender. */
export const SERVICE_LINE: ContactLine = {
  gapMs: HOUR_MS / LIMITS.contactPerHour,
  aheadMaxMs: BURST_MS + LIMITS.contactBacklogHours * HOUR_MS,
};

/** When a message goes out that has a turn in both lines. */
export function outAtOf(turns: { network: Instant; service: Instant }, now: Instant): Instant {
  return Math.max(now, turns.network, turns.service - BURST_MS);
}
