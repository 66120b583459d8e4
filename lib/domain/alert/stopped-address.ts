import type { Instant } from '../instant.ts';

/** Why an address gets no mail: mail to it came back for good, or its reader reported a mail as unwanted. */
export type StopReason = 'bounced' | 'complained';

/** That no address may be asked, whoever names it. */
export interface AddressStop {
  reason: StopReason;
  at: Instant;
}

/** A mailbox that was closed may be opened again; whoever complained has answered. */
export const BOUNCED_FOR_MS = 30 * 24 * 3_600_000;

/** One sentence for the ledger and the monitor. */
export const STOPPED_BECAUSE: Record<StopReason, string> = {
  bounced: 'Mail to the address came back for good.',
  complained: 'The address reported these mails as unwanted.',
};

/** Whether an address must not be asked at an instant. */
export function isStopped({ reason, at }: AddressStop, now: Instant): boolean {
  return reason === 'complained' || now < at + BOUNCED_FOR_MS;
}
