import { BOUNCED_FOR_MS, type AddressStop, type StopReason } from '../../domain/alerts/stopped-address.ts';
import type { Instant } from '../../domain/instant.ts';
import { updateConsent, type Consent } from './consents.ts';
import { changeItem, getItem, unlessRefused } from '../items.ts';
import { addressHashOf } from '../key-parts.ts';
import { ASKED_SPACE_PREFIX, askedSpaceKey, stopKey } from '../keys.ts';
import { namesBehind } from '../query-pages.ts';
import { recordKind, ttlAfter } from '../record.ts';
import { WriteConflict, type Item, type Table, type TransactItem } from '../table.ts';

/** How a stop is stored. Before the kinds of mails were told apart a complaint could be about any. */
const stops = recordKind<AddressStop & { addressHash: string }, 'addressHash'>({
  key: ({ addressHash }) => stopKey(addressHash),
  inKey: { addressHash: addressHashOf },
  besides: ['reason', 'at'],
  fields: {
    bouncedAt: (item) => formerly('bounced', item),
    questionsAt: (item) => formerly('complained', item),
    invitationsAt: (item) => formerly('complained', item),
    reportsAt: null,
  },
});

function formerly(reason: StopReason, item: Item): Instant | null {
  return item['reason'] === reason ? Number(item['at']) : null;
}

/** Notes that mail from a space goes to an address, as part of the transaction that lets it out. */
export function putAskedSpaceItem(
  table: Table,
  { spaceId, addressHash }: Pick<Consent, 'spaceId' | 'addressHash'>,
): TransactItem {
  return { Put: { TableName: table.name, Item: { ...askedSpaceKey(addressHash, spaceId) } } };
}

/** The spaces that mail to an address went out from, a page at a time. */
export function askedSpaces(table: Table, addressHash: string): AsyncGenerator<string[]> {
  return namesBehind(table, stopKey(addressHash).pk, ASKED_SPACE_PREFIX);
}

export async function getStop(table: Table, addressHash: string): Promise<AddressStop | undefined> {
  const item = await getItem(table, stopKey(addressHash));
  return item && stops.fromItem(item);
}

/** Notes that mail to an address came back; a day longer than it counts, unless the address has complained as well. */
export async function noteBounce(table: Table, addressHash: string, at: Instant): Promise<void> {
  const hasComplained =
    'attribute_exists(questionsAt) OR attribute_exists(invitationsAt) OR attribute_exists(reportsAt) OR #reason = :complained';
  const newer = '(attribute_not_exists(bouncedAt) OR bouncedAt < :at)';
  const update = (condition: string, expiry: string) => ({
    UpdateExpression: `SET bouncedAt = :at${expiry && ', #ttl = :ttl'}`,
    ConditionExpression: `${newer} AND ${condition}`,
    ExpressionAttributeNames: { '#reason': 'reason', ...(expiry && { '#ttl': 'ttl' }) },
    ExpressionAttributeValues: {
      ':at': at,
      ':complained': 'complained',
      ...(expiry && { ':ttl': ttlAfter(at + BOUNCED_FOR_MS, 1) }),
    },
  });
  const key = stopKey(addressHash);
  const isLone = await unlessRefused(changeItem(table, key, update(`NOT (${hasComplained})`, 'ends')));
  if (!isLone) await unlessRefused(changeItem(table, key, update(`(${hasComplained})`, '')));
}

/** Notes for good what mails an address has complained of: of reports the last time, since they can be asked for again. */
export async function noteComplaint(
  table: Table,
  addressHash: string,
  about: readonly ('questions' | 'invitations' | 'reports')[],
  at: Instant,
): Promise<void> {
  const first = about.map((kind) =>
    kind === 'reports' ? 'reportsAt = :at' : `${kind}At = if_not_exists(${kind}At, :at)`,
  );
  await changeItem(table, stopKey(addressHash), {
    UpdateExpression: `SET ${first.join(', ')} REMOVE #ttl`,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':at': at },
  });
}

/** An end of the mails from a space to an address, of those states of its consent that it is about. */
export interface ConsentStop extends Pick<Consent, 'spaceId' | 'addressHash'> {
  reason: StopReason;
  mailedAt: Instant;
  /** A complaint of the consent mail leaves alone whoever has consented since. */
  ofConsentMail?: boolean;
}

/**
 * Ends the mail to an address of a space; whether it is ended for that reason now. It goes on when the address was asked
 * or has answered since the mail that came back, and one that has unsubscribed is left as it is. What was due of it stays so
 * until `endStop`, so that a crash before brings it back.
 */
export async function stopConsent(table: Table, stop: ConsentStop, now: Instant): Promise<boolean> {
  const states = stop.ofConsentMail ? ':pending' : ':pending, :confirmed, :bounced';
  try {
    await updateConsent(table, stop, {
      UpdateExpression: 'SET #state = :reason, stoppedAt = :now REMOVE untold',
      ConditionExpression:
        `#state IN (${states}) AND #state <> :reason AND askedAt <= :mailed` +
        ' AND (attribute_not_exists(answeredAt) OR answeredAt <= :mailed)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':pending': 'pending',
        ...(!stop.ofConsentMail && { ':confirmed': 'confirmed', ':bounced': 'bounced' }),
        ':reason': stop.reason,
        ':mailed': stop.mailedAt,
        ':now': now,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    // What was begun by the same event before, and did not end, goes on.
    return error.current?.['state'] === stop.reason;
  }
}

/** Notes that nothing is to be done any more about mail to an address that was ended. */
export async function endStop(table: Table, { reason, ...place }: ConsentStop): Promise<void> {
  await unlessRefused(
    updateConsent(table, place, {
      UpdateExpression: 'REMOVE duePk, dueAt, claimedUntil',
      ConditionExpression: '#state = :reason',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':reason': reason },
    }),
  );
}
