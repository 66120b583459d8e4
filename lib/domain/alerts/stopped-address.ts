import { DAY_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import type { Quota } from './mail-caps.ts';

/** Why an address gets no mail: mail to it came back for good, or its reader reported a mail as unwanted. */
export type StopReason = 'bounced' | 'complained';

/** What is known of the mails to an address, whoever caused them: when such a mail last came back, or was complained of. */
export interface AddressStop {
  bouncedAt: Instant | null;
  /** Of a consent mail of somebody whose alerts it had not consented to. */
  questionsAt: Instant | null;
  invitationsAt: Instant | null;
  reportsAt: Instant | null;
}

/** A mailbox that was closed may be opened again. */
export const BOUNCED_FOR_MS = 30 * DAY_MS;

/** One sentence for the ledger and the monitor. */
export const STOPPED_BECAUSE: Record<StopReason, string> = {
  bounced: 'Mail to the address bounced permanently.',
  complained: 'The address reported these e-mails as spam.',
};

/** Whether no mail at all may go to an address. */
export function isClosed({ bouncedAt }: AddressStop, now: Instant): boolean {
  return bouncedAt !== null && now < bouncedAt + BOUNCED_FOR_MS;
}

/**
 * Why an address must not be asked in somebody's name; null when it may be. A complaint of a consent mail ends those of guests,
 * who cannot be told apart; an account answers for itself, and so does whoever the address had consented to before.
 */
export function refusedConsent(
  stop: AddressStop,
  { quota, answeredAt }: { quota: Quota; answeredAt: Instant | null },
  now: Instant,
): StopReason | null {
  if (isClosed(stop, now)) return 'bounced';
  return stop.questionsAt !== null && quota === 'guests' && answeredAt === null ? 'complained' : null;
}

/** Why an address gets no reports that were asked for at an instant; null when it does. Whoever asks again gets them again. */
export function refusedReports(
  stop: AddressStop | undefined,
  askedAt: Instant,
  now: Instant,
): StopReason | null {
  if (!stop) return null;
  if (isClosed(stop, now)) return 'bounced';
  return stop.reportsAt !== null && stop.reportsAt >= askedAt ? 'complained' : null;
}

/** Whether an address must not be invited. */
export function refusesInvitations(stop: AddressStop, now: Instant): boolean {
  return stop.invitationsAt !== null || isClosed(stop, now);
}
