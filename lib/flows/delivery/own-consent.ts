import { answerConsent, getConsent, putConsentItem, type Consent } from '../../data/consents.ts';
import { getStop, putAskedSpaceItem } from '../../data/stopped-addresses.ts';
import { transact, WriteConflict, type Table } from '../../data/table.ts';
import { isStopped } from '../../domain/alert/stopped-address.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';

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
  if (!alertToOwn || (known && known.state !== 'pending')) return known;
  if (known) return confirmedOwn(table, known, now);
  const stop = await getStop(table, address.addressHash);
  const isFree = !stop || !isStopped(stop, now);
  const consent: Consent = {
    ...address,
    createdAt: now,
    askedAt: now,
    mailedAt: null,
    countedAt: null,
    mails: 0,
    dueAt: null,
    monitorName: name,
    quota: `account ${address.spaceId}`,
    state: isFree ? 'confirmed' : stop.reason,
    answeredAt: isFree ? now : null,
    stoppedAt: isFree ? null : stop.at,
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
export async function confirmedOwn(table: Table, known: Consent, now: Instant): Promise<Consent> {
  const stop = await getStop(table, known.addressHash);
  if (stop && isStopped(stop, now)) return known;
  await transact(table, [putAskedSpaceItem(table, known)]);
  await answerConsent(table, known, 'confirmed', now);
  return { ...known, state: 'confirmed' };
}
