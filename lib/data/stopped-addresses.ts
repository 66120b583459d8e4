import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { BOUNCED_FOR_MS, type AddressStop, type StopReason } from '../domain/alert/stopped-address.ts';
import type { Instant } from '../domain/instant.ts';
import { updateConsent, type Consent } from './consents.ts';
import { getItem, unlessRefused } from './items.ts';
import { addressHashOf } from './key-parts.ts';
import { ASKED_SPACE_PREFIX, askedSpaceKey, stopKey } from './keys.ts';
import { queryPages } from './query-pages.ts';
import { always, recordKind, ttlAfter } from './record.ts';
import { WriteConflict, type Table, type TransactItem } from './table.ts';

/** How a stop is stored: a complaint for good, what came back a day longer than it counts. */
const stops = recordKind<AddressStop & { addressHash: string }, 'addressHash'>({
  key: ({ addressHash }) => stopKey(addressHash),
  inKey: { addressHash: addressHashOf },
  ttl: ({ reason, at }) => (reason === 'complained' ? null : ttlAfter(at + BOUNCED_FOR_MS, 1)),
  fields: { reason: always, at: always },
});

/** Notes that mail from a space goes to an address, as part of the transaction that lets it out. */
export function putAskedSpaceItem(
  table: Table,
  { spaceId, addressHash }: Pick<Consent, 'spaceId' | 'addressHash'>,
): TransactItem {
  return { Put: { TableName: table.name, Item: { ...askedSpaceKey(addressHash, spaceId) } } };
}

/** The spaces that mail to an address went out from, a page at a time. */
export async function* askedSpaces(table: Table, addressHash: string): AsyncGenerator<string[]> {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': stopKey(addressHash).pk, ':prefix': ASKED_SPACE_PREFIX },
  });
  for await (const page of pages) yield page.map(({ sk }) => String(sk).slice(ASKED_SPACE_PREFIX.length));
}

export async function getStop(table: Table, addressHash: string): Promise<AddressStop | undefined> {
  const item = await getItem(table, stopKey(addressHash));
  return item && stops.fromItem(item);
}

/** Stops an address for everybody; a complaint outlasts what comes back, and a newer bounce an older one. */
export async function putStop(table: Table, addressHash: string, stop: AddressStop): Promise<void> {
  const isFinal = stop.reason === 'complained';
  const newer = 'attribute_not_exists(pk) OR (#reason = :bounced AND #at < :at)';
  const put = new PutCommand({
    TableName: table.name,
    Item: stops.toItem({ ...stop, addressHash }),
    ...(!isFinal && {
      ConditionExpression: newer,
      ExpressionAttributeNames: { '#reason': 'reason', '#at': 'at' },
      ExpressionAttributeValues: { ':bounced': 'bounced', ':at': stop.at },
    }),
  });
  await unlessRefused(table.client.send(put));
}

/**
 * Ends the mail to an address of a space; whether it is ended for that reason now. It goes on when the address was asked
 * or has answered since the mail that came back, and one that has unsubscribed is left as it is.
 */
export async function stopConsent(
  table: Table,
  stop: Pick<Consent, 'spaceId' | 'addressHash'> & { reason: StopReason; mailedAt: Instant },
  now: Instant,
): Promise<boolean> {
  try {
    await updateConsent(table, stop, {
      UpdateExpression: 'SET #state = :reason, stoppedAt = :now REMOVE duePk, dueAt, claimedUntil',
      ConditionExpression:
        '#state IN (:pending, :confirmed, :bounced) AND #state <> :reason AND askedAt <= :mailed' +
        ' AND (attribute_not_exists(answeredAt) OR answeredAt <= :mailed)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':pending': 'pending',
        ':confirmed': 'confirmed',
        ':bounced': 'bounced',
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
