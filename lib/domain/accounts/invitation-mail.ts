import { DAY_MS } from '../calendar.ts';
import type { Booking } from '../alerts/mail-caps.ts';
import type { Instant } from '../instant.ts';

/** What is known of the mails of an organization to an address that it invites. */
export interface InvitationMails {
  /** When a mail was last asked for that was to go out. */
  askedAt: Instant;
  /** How many have gone out since the first was asked for. */
  mails: number;
  /** When the last of them did. */
  mailedAt: Instant | null;
  /** When one was last counted under the caps. */
  countedAt: Instant | null;
  /** The place that it has in a later window of a cap that was full. */
  booked: Booking | null;
  /** By when one should have gone out; null when there is nothing to do. */
  dueAt: Instant | null;
}

/** As often and as far apart as an address is asked for its consent, whatever is invited and taken back meanwhile. */
const MAILS_MAX = 3;
const AGAIN_AFTER_MS = DAY_MS;
/** So long after the last one was asked for it is as if there had been none. */
export const FORGOTTEN_AFTER_DAYS = 30;

/** What is known once an invitation is made; null where no mail goes out for it, or one is under way already. */
export function mailAskedFor(before: InvitationMails | undefined, now: Instant): InvitationMails | null {
  const first = { askedAt: now, mails: 0, mailedAt: null, countedAt: null, booked: null, dueAt: now };
  if (!before || now >= before.askedAt + FORGOTTEN_AFTER_DAYS * DAY_MS) return first;
  const { mails, mailedAt, dueAt } = before;
  const isTooSoon = mailedAt !== null && now < mailedAt + AGAIN_AFTER_MS;
  if (dueAt !== null || mails >= MAILS_MAX || isTooSoon) return null;
  return { ...before, askedAt: now, dueAt: now };
}
