import { startingWith } from '../query-pages.ts';
import { QueryCommand, UpdateCommand, type UpdateCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Booking, Quota } from '../../domain/alerts/mail-caps.ts';
import type { StopReason } from '../../domain/alerts/stopped-address.ts';
import type { Instant } from '../../domain/instant.ts';
import { conditionally, getItem, newItem } from '../items.ts';
import { duePartition } from '../due-index.ts';
import { CONSENT_PREFIX, consentKey, spaceKey } from '../keys.ts';
import { always, recordKind, sparse } from '../record.ts';
import type { ListPosition } from '../monitors/space-monitors.ts';
import { WriteConflict, type Item, type Table, type TransactItem } from '../table.ts';

/** Whether an address wants the alerts of a space (DECISIONS.md "Alert channels" 5). */
export interface Consent {
  spaceId: string;
  addressHash: string;
  address: string;
  state: 'pending' | 'confirmed' | 'unsubscribed' | StopReason;
  /** Name of the monitor or channel that first named the address; said in the consent mail. */
  monitorName: string;
  /** That is the name of a channel. */
  isOfChannel: boolean;
  createdAt: Instant;
  /** When an owner last had the address asked; until a day after it the mail is tried. */
  askedAt: Instant;
  /** When the consent mail was last handed to the mail service. */
  mailedAt: Instant | null;
  /** In whose quota such mails are counted. */
  quota: Quota;
  /** When one was last counted under the caps. */
  countedAt: Instant | null;
  /** The place that its consent mail has in a later window of a cap that was full. */
  booked: Booking | null;
  /** How many such mails have gone out since the address last consented. */
  mails: number;
  /** When the address itself last answered. */
  answeredAt: Instant | null;
  /** When mail to it was ended because it came back or was complained of. */
  stoppedAt: Instant | null;
  /** By when its consent mail should be out or, once it has consented, be told what waited; null when there is nothing to do. */
  dueAt: Instant | null;
  /** How far what waited for its answer is told; null at the beginning. */
  untold: Untold | null;
}

/** The monitors from a place on are still to be told; with `again` some before it as well, which failed. */
export interface Untold {
  from: ListPosition | null;
  again: boolean;
}

type Place = Pick<Consent, 'spaceId' | 'addressHash'>;

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
    isOfChannel: sparse(false),
    createdAt: always,
    askedAt: ({ createdAt }) => Number(createdAt),
    mailedAt: null,
    quota: 'guests',
    countedAt: null,
    booked: null,
    mails: 0,
    answeredAt: null,
    stoppedAt: null,
    dueAt: null,
    untold: null,
  },
});

/** The consent an item holds. */
export const consentOf = consents.fromItem;

/** The consent of an address that is named for the first time, and is to be asked now. */
export function newConsent(
  named: Pick<Consent, 'spaceId' | 'addressHash' | 'address' | 'monitorName' | 'isOfChannel' | 'quota'>,
  now: Instant,
): Consent {
  const never = {
    countedAt: null,
    booked: null,
    mailedAt: null,
    answeredAt: null,
    stoppedAt: null,
    untold: null,
  };
  return { ...named, createdAt: now, askedAt: now, dueAt: now, state: 'pending', mails: 0, ...never };
}

/** A first mention of an address, as part of a transaction; the mail that asks for its consent is due at once. */
export function putConsentItem(table: Table, consent: Consent): TransactItem {
  return newItem(table, consents.toItem(consent, table));
}

/** Has an address asked again, for what it is named for now, as part of a transaction; lost when it answered or is being asked already. */
export function askAgainItem(table: Table, consent: Consent, now: Instant): TransactItem {
  const key = consentKey(consent.spaceId, consent.addressHash);
  return {
    Update: {
      TableName: table.name,
      Key: { ...key },
      UpdateExpression:
        'SET #state = :pending, askedAt = :now, dueAt = :now, duePk = :shard, monitorName = :name, isOfChannel = :channel REMOVE stoppedAt',
      ConditionExpression: '#state = :seen AND attribute_not_exists(dueAt)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':now': now,
        ':shard': duePartition(table, key.pk),
        ':pending': 'pending',
        ':name': consent.monitorName,
        ':channel': consent.isOfChannel,
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
      ...startingWith(spaceKey(spaceId).pk, CONSENT_PREFIX),
      ConsistentRead: true,
    }),
  );
  return new Map((items ?? []).map((item) => [String(item['addressHash']), consentOf(item)]));
}

/** Notes that the address itself wants no mails. Throws `WriteConflict` when it was never asked. */
export async function endConsent(table: Table, consent: Place, now: Instant): Promise<void> {
  await answerConsent(table, consent, {
    UpdateExpression: 'SET #state = :state, answeredAt = :now REMOVE duePk, dueAt, untold, stoppedAt',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':state': 'unsubscribed', ':now': now },
  });
}

/**
 * Notes that the address itself wants the mails. What waited for that is due to be told then, unless nothing can have waited.
 * Nothing changes where it has consented already. Throws `WriteConflict` when it was never asked.
 */
export async function giveConsent(
  table: Table,
  consent: Place,
  now: Instant,
  { hasWaiting = true } = {},
): Promise<void> {
  const due = hasWaiting ? ', dueAt = :now, duePk = :shard' : '';
  const shard = { ':shard': duePartition(table, consentKey(consent.spaceId, consent.addressHash).pk) };
  try {
    await answerConsent(table, consent, {
      UpdateExpression: `SET #state = :state, answeredAt = :now, mails = :none${due} REMOVE ${hasWaiting ? '' : 'duePk, dueAt, '}untold, stoppedAt`,
      ConditionExpression: 'attribute_exists(pk) AND #state <> :state',
      ExpressionAttributeValues: { ':state': 'confirmed', ':now': now, ':none': 0, ...(hasWaiting && shard) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  } catch (error) {
    if (!(error instanceof WriteConflict) || error.current?.['state'] !== 'confirmed') throw error;
  }
}

async function answerConsent(table: Table, consent: Place, change: Item): Promise<void> {
  await updateConsent(table, consent, { ...change, ExpressionAttributeNames: { '#state': 'state' } });
}

/**
 * Notes how far what waited for an address is told, to be gone on with at an instant; null when all is. Throws
 * `WriteConflict` when it has answered anew meanwhile.
 */
export async function noteUntold(
  table: Table,
  consent: Consent,
  untold: (Untold & { dueAt: Instant }) | null,
): Promise<void> {
  const { change, values } = untoldChange(untold);
  await updateConsent(table, consent, {
    UpdateExpression: change,
    ConditionExpression: '#state = :confirmed AND answeredAt = :seen AND attribute_exists(dueAt)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':confirmed': 'confirmed', ':seen': consent.answeredAt, ...values },
  });
}

/** How an item notes how far what it owes is told. */
export function untoldChange(untold: (Untold & { dueAt: Instant }) | null) {
  if (untold === null) return { change: 'REMOVE duePk, dueAt, untold', values: {} };
  const { dueAt, ...from } = untold;
  return { change: 'SET untold = :untold, dueAt = :due', values: { ':untold': from, ':due': dueAt } };
}

/** Changes a consent. Throws `WriteConflict` when it is not as the change demands. */
export async function updateConsent(
  table: Table,
  consent: Place,
  change: Item,
): Promise<UpdateCommandOutput> {
  const Key = { ...consentKey(consent.spaceId, consent.addressHash) };
  return conditionally(table.client.send(new UpdateCommand({ TableName: table.name, Key, ...change })));
}
