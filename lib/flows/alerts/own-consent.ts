import {
  giveConsent,
  getConsent,
  newConsent,
  putConsentItem,
  type Consent,
} from '../../data/alerts/consents.ts';
import { getStop, putAskedSpaceItem } from '../../data/alerts/stopped-addresses.ts';
import { transact, WriteConflict, type Table } from '../../data/table.ts';
import { isUnanswered } from '../../domain/alerts/consent.ts';
import { isClosed } from '../../domain/alerts/stopped-address.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';

type Address = Pick<Consent, 'spaceId' | 'addressHash' | 'address'>;

/**
 * The consent by which a monitor mails an address. That of the account itself was proved by signing in, so it is written
 * down before the first mail, where reports of the mail find it; an address that nobody may mail stays so.
 */
export async function consentFor(
  table: Table,
  { alertToOwn, name }: Monitor,
  address: Address,
  now: Instant,
): Promise<Consent | undefined> {
  const known = await getConsent(table, address.spaceId, address.addressHash);
  if (!alertToOwn || !isUnanswered(known)) return known;
  // What is mailed now waits no more.
  if (known) return ownConsented(table, known, now, { hasWaiting: false });
  const stop = await getStop(table, address.addressHash);
  const closedAt = stop && isClosed(stop, now) ? stop.bouncedAt : null;
  const consent: Consent = {
    ...newConsent(
      { ...address, monitorName: name, isOfChannel: false, quota: `account ${address.spaceId}` },
      now,
    ),
    dueAt: null,
    state: closedAt === null ? 'confirmed' : 'bounced',
    answeredAt: closedAt === null ? now : null,
    stoppedAt: closedAt,
  };
  try {
    await transact(table, [putConsentItem(table, consent), putAskedSpaceItem(table, consent)]);
    return consent;
  } catch (error) {
    // Another mail of the space wrote it first.
    if (error instanceof WriteConflict) return getConsent(table, address.spaceId, address.addressHash);
    throw error;
  }
}

/** The consent of an address that its holder's sign-in has confirmed; as it was where mail to it was stopped. */
export async function ownConsented(
  table: Table,
  known: Consent,
  now: Instant,
  waiting: { hasWaiting: boolean },
): Promise<Consent> {
  const stop = await getStop(table, known.addressHash);
  if (stop && isClosed(stop, now)) return known;
  await transact(table, [putAskedSpaceItem(table, known)]);
  await giveConsent(table, known, now, waiting);
  return { ...known, state: 'confirmed' };
}
