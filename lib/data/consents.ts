import { GetCommand, QueryCommand, UpdateCommand, type UpdateCommandOutput } from '@aws-sdk/lib-dynamodb';
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
  /** When an owner last had the address asked; until a day after it the mail is tried. */
  askedAt: Instant;
  /** When the confirmation mail was last handed to the mail service. */
  mailedAt: Instant | null;
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

/** Notes what the address itself answered; returns its answer before. Throws `LostCondition` when it was never asked. */
export async function answerConsent(
  table: Table,
  consent: Consent,
  state: Consent['state'],
): Promise<Consent['state']> {
  const { Attributes: before } = await update(table, consent, {
    ReturnValues: 'ALL_OLD',
    UpdateExpression: 'SET #state = :state REMOVE duePk, dueAt',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': state },
  });
  return consentOf(before ?? {}).state;
}

/**
 * Takes a mail that is owed to work on it alone until `until`, and has the checker look after it at `dueAt`. Undefined
 * when none is owed or somebody else is at work on it.
 */
export async function claimConsentMail(
  table: Table,
  { spaceId, addressHash }: Pick<Consent, 'spaceId' | 'addressHash'>,
  { now, until, dueAt }: { now: Instant; until: Instant; dueAt: Instant },
): Promise<Consent | undefined> {
  const key = consentKey(spaceId, addressHash);
  try {
    const { Attributes: item } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...key },
        UpdateExpression: 'SET claimedUntil = :until, dueAt = :due',
        ConditionExpression:
          '#state = :pending AND attribute_exists(dueAt)' +
          ' AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':until': until, ':due': dueAt, ':now': now, ':pending': 'pending' },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return item && consentOf(item);
  } catch (error) {
    if (lostCondition(error)) return undefined;
    throw error;
  }
}

/** Notes that the confirmation mail is out at an instant, or that none is owed. */
export async function settleConsentMail(
  table: Table,
  consent: Consent,
  mailedAt: Instant | null,
): Promise<void> {
  const out = mailedAt === null ? '' : 'SET mailedAt = :at, mails = :mails ';
  await update(table, consent, {
    UpdateExpression: `${out}REMOVE duePk, dueAt, claimedUntil`,
    ConditionExpression: 'attribute_exists(pk)',
    ...(mailedAt !== null && { ExpressionAttributeValues: { ':at': mailedAt, ':mails': consent.mails + 1 } }),
  });
}

/** Sets when the confirmation mail is looked after next. Throws `LostCondition` when that changed meanwhile. */
export async function postponeConsentMail(table: Table, consent: Consent, dueAt: Instant): Promise<void> {
  await update(table, consent, {
    UpdateExpression: 'SET dueAt = :due',
    ConditionExpression: 'dueAt = :seen',
    ExpressionAttributeValues: { ':due': dueAt, ':seen': consent.dueAt },
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

async function update(table: Table, consent: Consent, change: Item): Promise<UpdateCommandOutput> {
  const Key = { ...consentKey(consent.spaceId, consent.addressHash) };
  try {
    return await table.client.send(new UpdateCommand({ TableName: table.name, Key, ...change }));
  } catch (error) {
    throw lostCondition(error) ? new LostCondition() : error;
  }
}

function consentOf(item: Item): Consent {
  const { pk: _pk, sk: _sk, duePk: _duePk, claimedUntil: _claimedUntil, ...fields } = item;
  return { mailedAt: null, mails: 0, dueAt: null, askedAt: item['createdAt'], ...fields } as Consent;
}
