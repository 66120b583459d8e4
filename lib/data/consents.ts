import { GetCommand, QueryCommand, UpdateCommand, type UpdateCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Quota } from '../domain/alert/mail-caps.ts';
import type { Instant } from '../domain/instant.ts';
import { CONSENT_PREFIX, consentKey, duePartition, spaceKey } from './keys.ts';
import { lostCondition, type Item, type Table, type TransactItem } from './table.ts';

/** Whether an address wants the alerts of a space (DECISIONS.md "Alert channels" 5). */
export interface Consent {
  spaceId: string;
  addressHash: string;
  address: string;
  state: 'pending' | 'confirmed' | 'unsubscribed';
  /** Name of the monitor that first named the address; said in the confirmation mail. */
  monitorName: string;
  createdAt: Instant;
  /** When an owner last had the address asked; until a day after it the mail is tried. */
  askedAt: Instant;
  /** When the confirmation mail was last handed to the mail service. */
  mailedAt: Instant | null;
  /** In whose quota such mails are counted. */
  quota: Quota;
  /** When one was last counted under the caps. */
  countedAt: Instant | null;
  /** How many such mails have gone out. */
  mails: number;
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

/** Has a silent address asked again, as part of a transaction; lost when it answered or is being asked already. */
export function askAgainItem(table: Table, consent: Consent, now: Instant): TransactItem {
  const key = consentKey(consent.spaceId, consent.addressHash);
  return {
    Update: {
      TableName: table.name,
      Key: { ...key },
      UpdateExpression: 'SET askedAt = :now, dueAt = :now, duePk = :shard',
      ConditionExpression: '#state = :pending AND attribute_not_exists(dueAt)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':now': now, ':shard': duePartition(key.pk), ':pending': 'pending' },
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

/**
 * How often a space has had addresses asked: read before its consents are, so that what was decided from them can be
 * made conditional on no other address having been asked meanwhile.
 */
export async function getAsks(table: Table, spaceId: string): Promise<number> {
  const { Item: space } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: spaceKey(spaceId), ConsistentRead: true }),
  );
  return Number(space?.['asks'] ?? 0);
}

/** Counts an address asked, as part of the transaction that has it asked; lost when the space has asked another. */
export function countAskItem(table: Table, spaceId: string, asks: number): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...spaceKey(spaceId) },
      UpdateExpression: 'SET asks = :next',
      ConditionExpression: `attribute_exists(pk) AND ${asks === 0 ? 'attribute_not_exists(asks)' : 'asks = :seen'}`,
      ExpressionAttributeValues: { ':next': asks + 1, ...(asks > 0 && { ':seen': asks }) },
    },
  };
}

/** Every address a space has named, by hash. An owner has few. */
export async function listConsents(table: Table, spaceId: string): Promise<Map<string, Consent>> {
  const { Items: items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': spaceKey(spaceId).pk, ':prefix': CONSENT_PREFIX },
      ConsistentRead: true,
    }),
  );
  return new Map((items ?? []).map((item) => [String(item['addressHash']), consentOf(item)]));
}

/** Notes what the address itself answered; returns its answer before. Throws `LostCondition` when it was never asked. */
export async function answerConsent(
  table: Table,
  consent: Consent,
  state: Consent['state'],
): Promise<Consent['state']> {
  const { Attributes: before } = await updateConsent(table, consent, {
    ReturnValues: 'ALL_OLD',
    UpdateExpression: 'SET #state = :state REMOVE duePk, dueAt',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': state },
  });
  return consentOf(before ?? {}).state;
}

/** Changes a consent. Throws `LostCondition` when it is not as the change demands. */
export async function updateConsent(
  table: Table,
  consent: Pick<Consent, 'spaceId' | 'addressHash'>,
  change: Item,
): Promise<UpdateCommandOutput> {
  const Key = { ...consentKey(consent.spaceId, consent.addressHash) };
  try {
    return await table.client.send(new UpdateCommand({ TableName: table.name, Key, ...change }));
  } catch (error) {
    throw lostCondition(error) ?? error;
  }
}

/** A record of the table as the value it keeps; what it lacks is nothing yet. */
export function consentOf(item: Item): Consent {
  const { pk: _pk, sk: _sk, duePk: _duePk, claimedUntil: _claimedUntil, ...fields } = item;
  const nothing = { quota: 'guests', countedAt: null, mailedAt: null, mails: 0, dueAt: null };
  return { ...nothing, askedAt: item['createdAt'], ...fields } as Consent;
}
