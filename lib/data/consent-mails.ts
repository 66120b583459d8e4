import type { Instant } from '../domain/instant.ts';
import { consentOf, type Consent } from './consents.ts';
import { consentKey } from './keys.ts';
import { claimMail, postponeMail, settleMail, type ClaimTimes } from './owed-mails.ts';
import type { Table } from './table.ts';

type Place = Pick<Consent, 'spaceId' | 'addressHash'>;

const PENDING = {
  condition: '#state = :pending',
  names: { '#state': 'state' },
  values: { ':pending': 'pending' },
};

/** Claims the mail that asks an address, as `claimMail` does; undefined also where the address has answered. */
export async function claimConsentMail(
  table: Table,
  owed: Place,
  times: ClaimTimes,
): Promise<Consent | undefined> {
  const item = await claimMail(table, keyOf(owed), times, PENDING);
  return item && consentOf(item);
}

/** Notes that the confirmation mail is out at an instant, or that none is to be sent. */
export function settleConsentMail(table: Table, consent: Consent, mailedAt: Instant | null): Promise<void> {
  return settleMail(table, keyOf(consent), { mails: consent.mails, mailedAt });
}

/** Sets when the confirmation mail is looked after next. Throws `WriteConflict` when that changed meanwhile. */
export function postponeConsentMail(table: Table, consent: Consent, dueAt: Instant): Promise<void> {
  return postponeMail(table, keyOf(consent), { seen: consent.dueAt, dueAt });
}

function keyOf({ spaceId, addressHash }: Place) {
  return consentKey(spaceId, addressHash);
}
