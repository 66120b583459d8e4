import type { Instant } from '../../domain/instant.ts';
import { consentOf, type Consent } from './consents.ts';
import { consentKey } from '../keys.ts';
import {
  leaseMail,
  noteMailed,
  postponeMail,
  settleMail,
  type LeaseTimes,
  type Postponed,
} from './mail-outbox.ts';
import { WriteConflict, type Table } from '../table.ts';

type Place = Pick<Consent, 'spaceId' | 'addressHash'>;

const PENDING = {
  condition: '#state = :pending',
  names: { '#state': 'state' },
  values: { ':pending': 'pending' },
};

/** Also of an address to which mail was ended, while that is not told. */
const OWED = {
  condition: '#state IN (:pending, :bounced, :complained)',
  names: PENDING.names,
  values: { ...PENDING.values, ':bounced': 'bounced', ':complained': 'complained' },
};

/** Leases the mail that asks an address, as `leaseMail` does; undefined also where the address has answered. */
export async function leaseConsentMail(
  table: Table,
  owed: Place,
  times: LeaseTimes,
): Promise<Consent | undefined> {
  const item = await leaseMail(table, keyOf(owed), times, OWED);
  return item && consentOf(item);
}

/**
 * Notes that the consent mail is out at an instant, or that none is to be sent. An address that answered while it was
 * under way has what waited for it told: that stays due.
 */
export async function settleConsentMail(
  table: Table,
  consent: Consent,
  mailedAt: Instant | null,
): Promise<void> {
  const { mails } = consent;
  try {
    await settleMail(table, keyOf(consent), { mails, mailedAt }, PENDING);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    if (mailedAt !== null) await noteMailed(table, keyOf(consent), { mails, mailedAt });
  }
}

/** Sets when the consent mail is looked after next. Throws `WriteConflict` when that changed meanwhile. */
export function postponeConsentMail(table: Table, consent: Consent, to: Postponed): Promise<void> {
  return postponeMail(table, keyOf(consent), { seen: consent.dueAt, ...to });
}

function keyOf({ spaceId, addressHash }: Place) {
  return consentKey(spaceId, addressHash);
}
