import { QueryCommand, UpdateCommand, type UpdateCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Quota } from '../domain/alert/mail-caps.ts';
import type { StopReason } from '../domain/alert/stopped-address.ts';
import type { Instant } from '../domain/instant.ts';
import { conditionally, getItem, newItem } from './items.ts';
import { duePartition } from './due-index.ts';
import { CONSENT_PREFIX, consentKey, spaceKey } from './keys.ts';
import { always, recordKind } from './record.ts';
import type { Item, Table, TransactItem } from './table.ts';

/** Whether an address wants the alerts of a space (DECISIONS.md "Alert channels" 5). */
export interface Consent {
  spaceId: string;
  addressHash: string;
  address: string;
  state: 'pending' | 'confirmed' | 'unsubscribed' | StopReason;
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
  /** When the address itself last answered. */
  answeredAt: Instant | null;
  /** When mail to it was ended because it came back or was complained of. */
  stoppedAt: Instant | null;
  /** By when that should have happened; null when there is nothing to do. */
  dueAt: Instant | null;
}

/** How a consent is stored; the item also holds who is at work on its mail. */
const consents = recordKind<Consent>({
  key: ({ spaceId, addressHash }) => consentKey(spaceId, addressHash),
  inKey: {},
  besides: ['claimedUntil'],
  fields: {
    spaceId: always,
    addressHash: always,
    address: always,
    state: always,
    monitorName: always,
    createdAt: always,
    askedAt: ({ createdAt }) => Number(createdAt),
    mailedAt: null,
    quota: 'guests',
    countedAt: null,
    mails: 0,
    answeredAt: null,
    stoppedAt: null,
    dueAt: null,
  },
});

/** The consent an item holds. */
export const consentOf = consents.fromItem;

/** A first mention of an address, as part of a transaction; the mail that asks for its consent is due at once. */
export function putConsentItem(table: Table, consent: Consent): TransactItem {
  return newItem(table, consents.toItem(consent));
}

/** Has an address asked again, as part of a transaction; lost when it answered or is being asked already. */
export function askAgainItem(table: Table, consent: Consent, now: Instant): TransactItem {
  const key = consentKey(consent.spaceId, consent.addressHash);
  return {
    Update: {
      TableName: table.name,
      Key: { ...key },
      UpdateExpression:
        'SET #state = :pending, askedAt = :now, dueAt = :now, duePk = :shard REMOVE stoppedAt',
      ConditionExpression: '#state = :seen AND attribute_not_exists(dueAt)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':now': now,
        ':shard': duePartition(key.pk),
        ':pending': 'pending',
        ':seen': consent.state,
      },
    },
  };
}

export async function getConsent(
  table: Table,
  spaceId: string,
  addressHash: string,
): Promise<Consent | undefined> {
  const item = await getItem(table, consentKey(spaceId, addressHash));
  return item && consentOf(item);
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

/** Notes what the address itself answered; returns its state before. Throws `WriteConflict` when it was never asked. */
export async function answerConsent(
  table: Table,
  consent: Consent,
  state: 'confirmed' | 'unsubscribed',
  now: Instant,
): Promise<Consent['state']> {
  const { Attributes: before } = await updateConsent(table, consent, {
    ReturnValues: 'ALL_OLD',
    UpdateExpression: 'SET #state = :state, answeredAt = :now REMOVE duePk, dueAt, stoppedAt',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': state, ':now': now },
  });
  return consentOf(before ?? {}).state;
}

/** Changes a consent. Throws `WriteConflict` when it is not as the change demands. */
export async function updateConsent(
  table: Table,
  consent: Pick<Consent, 'spaceId' | 'addressHash'>,
  change: Item,
): Promise<UpdateCommandOutput> {
  const Key = { ...consentKey(consent.spaceId, consent.addressHash) };
  return conditionally(table.client.send(new UpdateCommand({ TableName: table.name, Key, ...change })));
}
