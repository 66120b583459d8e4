import type { MailOutcome } from '../../lib/adapters/alerts/mail.ts';
import { bookPlace } from '../../lib/data/alerts/mail-counts.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/domain/calendar.ts';
import { lastWindow, type Booking, type MailCap } from '../../lib/domain/alerts/mail-caps.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';

/** Longer than a mail may take, shorter than the queue hides a message. */
const LEASE_MS = 45_000;
/** Until the checker looks after a mail that is under way. */
const UNDER_WAY_MS = 10 * MINUTE_MS;

/** A mail service that takes no mail for so long will not take this one. */
export const TRIED_FOR_MS = DAY_MS;

/** Whether a mail is not tried again; what fails is tried for a day since it was asked for, or had its turn after a wait for room. */
export function isMailOver(
  { sent, outcome }: { sent: boolean; outcome: MailOutcome },
  { askedAt, booked }: { askedAt: Instant; booked: Booking | null },
  now: Instant,
): boolean {
  const since = Math.max(askedAt, booked?.from ?? askedAt);
  return sent || outcome === 'no_sender' || outcome === 'rejected' || now >= since + TRIED_FOR_MS;
}

/** From when and until when a mail is worked on. */
export function leaseTimes(now: Instant) {
  return { now, until: now + LEASE_MS, dueAt: now + UNDER_WAY_MS };
}

/** When a mail that waits for room is tried again, with the place that it has then. */
export interface WaitingMail {
  dueAt: Instant;
  booked: Booking | null;
}

/**
 * When a full cap has room for a mail, behind those that wait already; null when that is too late for it. The operator's
 * alarm reports it.
 */
export async function roomFor(
  deps: NotifierDeps,
  cap: MailCap,
  { endsAt, code }: { endsAt: Instant; code: 'confirmation_held' | 'invitation_held' },
): Promise<WaitingMail | null> {
  deps.metrics.put({ ConfirmationsHeld: 1 });
  deps.log.warn(code, { cap: cap.name });
  if (deps.clock.now() >= endsAt) return null;
  const booked = await bookPlace(deps.table, cap, endsAt);
  // Those in front may be gone by then, so even a place behind all room gets one more try.
  return booked
    ? { dueAt: booked.from, booked }
    : { dueAt: Math.min(lastWindow(cap).from, endsAt), booked: null };
}
