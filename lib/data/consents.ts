import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import { CONSENT_PREFIX, confirmCountKey, consentKey, duePartition, spaceKey } from './keys.ts';
import { LostCondition, lostCondition, type Item, type Table, type TransactItem } from './table.ts';

/** Whether an address wants the alerts of a space (DECISIONS.md "Alert channels" 5). */
export interface Consent {
  spaceId: string;
  addressHash: string;
  address: string;
  state: 'pending' | 'confirmed' | 'unsubscribed';
  /** Name of the monitor that first named the address; said in the confirmation mail. */
  monitorName: string;
  createdAt: Instant;
  /** When the confirmation mail was last handed to the mail service. */
  mailedAt: Instant | null;
  /** By when that should have happened; null when nothing is owed. */
  dueAt: Instant | null;
}

/** A first mention of an address, as part of a transaction; the mail that asks for its consent is due at once. */
export function putConsentItem(table: Table, consent: Consent): TransactItem {
  const key = consentKey(consent.spaceId, consent.addressHash);
  const present = Object.fromEntries(Object.entries(consent).filter(([, value]) => value !== null));
  return {
    Put: {
      TableName: table.name,
      Item: { ...key, ...present, duePk: duePartition(key.pk) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

export async function getConsent(
  table: Table,
  spaceId: string,
  addressHash: string,
): Promise<Consent | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: consentKey(spaceId, addressHash), ConsistentRead: true }),
  );
  return item && consentOf(item);
}

/** Every address a space has named, by hash. An owner has few. */
export async function listConsents(table: Table, spaceId: string): Promise<Map<string, Consent>> {
  const { Items: items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': spaceKey(spaceId).pk, ':prefix': CONSENT_PREFIX },
    }),
  );
  return new Map((items ?? []).map((item) => [String(item['addressHash']), consentOf(item)]));
}

/** What the address itself answered. Throws `LostCondition` when it was never asked. */
export async function answerConsent(table: Table, consent: Consent, state: Consent['state']): Promise<void> {
  await update(table, consent, {
    UpdateExpression: 'SET #state = :state REMOVE duePk, dueAt',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': state },
  });
}

/** Notes that the confirmation mail is out, or that none is owed. */
export async function settleConsentMail(
  table: Table,
  consent: Consent,
  mailedAt: Instant | null,
): Promise<void> {
  await update(table, consent, {
    UpdateExpression: `${mailedAt === null ? '' : 'SET mailedAt = :at '}REMOVE duePk, dueAt`,
    ConditionExpression: 'attribute_exists(pk)',
    ...(mailedAt !== null && { ExpressionAttributeValues: { ':at': mailedAt } }),
  });
}

/** Sets when the confirmation mail is looked after next. Throws `LostCondition` when that changed meanwhile. */
export async function postponeConsentMail(table: Table, consent: Consent, dueAt: Instant): Promise<void> {
  const key = consentKey(consent.spaceId, consent.addressHash);
  await update(table, consent, {
    UpdateExpression: 'SET dueAt = :due, duePk = :shard',
    ConditionExpression: consent.dueAt === null ? 'attribute_not_exists(dueAt)' : 'dueAt = :seen',
    ExpressionAttributeValues: {
      ':due': dueAt,
      ':shard': duePartition(key.pk),
      ...(consent.dueAt !== null && { ':seen': consent.dueAt }),
    },
  });
}

/**
 * Counts a question to an address among those of today; false once as many spaces as the limit have asked. The same
 * space counts once: a try that failed, or whose answer was lost, uses nothing up.
 */
export async function countConfirmation(
  table: Table,
  { spaceId, addressHash }: Pick<Consent, 'spaceId' | 'addressHash'>,
  now: Instant,
  limit: number,
): Promise<boolean> {
  const day = new Date(now).toISOString().slice(0, 10);
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...confirmCountKey(addressHash, day) },
        UpdateExpression: 'ADD askers :asker SET #ttl = :ttl',
        ConditionExpression:
          'attribute_not_exists(askers) OR contains(askers, :space) OR size(askers) < :limit',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':asker': new Set([spaceId]),
          ':space': spaceId,
          ':limit': limit,
          ':ttl': Math.ceil(now / 1000) + 2 * 86_400,
        },
      }),
    );
    return true;
  } catch (error) {
    if (lostCondition(error)) return false;
    throw error;
  }
}

async function update(table: Table, consent: Consent, change: Item): Promise<void> {
  const Key = { ...consentKey(consent.spaceId, consent.addressHash) };
  try {
    await table.client.send(new UpdateCommand({ TableName: table.name, Key, ...change }));
  } catch (error) {
    throw lostCondition(error) ? new LostCondition() : error;
  }
}

function consentOf(item: Item): Consent {
  const { pk: _pk, sk: _sk, duePk: _duePk, ...fields } = item;
  return { mailedAt: null, dueAt: null, ...fields } as Consent;
}
