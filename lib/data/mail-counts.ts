import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { hashOf } from '../adapters/ids.ts';
import type { MailCap } from '../domain/alert/mail-caps.ts';
import type { Instant } from '../domain/instant.ts';
import type { Consent } from './consents.ts';
import { consentKey, mailCountKey, type Key } from './keys.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { putAskedSpaceItem } from './stopped-addresses.ts';
import { WriteConflict, transact, type Table, type TransactItem } from './table.ts';

/** Counters outlive their window by so much. */
const KEPT_MS = 24 * 3_600_000;

/** What came of counting a question: counted under all of its caps, or not at all because of the cap that is full. */
export type Counted = { kind: 'counted' } | { kind: 'not_owed' } | { kind: 'full'; cap: MailCap };

/** Counts a claimed question as `countMail` does. */
export function countQuestion(
  table: Table,
  consent: Consent,
  caps: readonly MailCap[],
  now: Instant,
): Promise<Counted> {
  const notes = [countedItem(table, consent, now), putAskedSpaceItem(table, consent)];
  return countMail(table, { countedAt: consent.countedAt, notes }, caps);
}

/** A claimed mail by when it was counted last, and what is written with its counting: by that it is known to be owed still. */
export interface CountedMail {
  countedAt: Instant | null;
  notes: readonly TransactItem[];
}

/**
 * Counts a claimed mail under all of its caps or under none. It counts once in a window: its item remembers when it was
 * counted last, so a try that failed, or whose answer was lost, uses nothing up.
 */
export function countMail(
  table: Table,
  { countedAt, notes }: CountedMail,
  caps: readonly MailCap[],
): Promise<Counted> {
  const uncounted = caps.filter((cap) => countedAt === null || countedAt < cap.from);
  if (uncounted.length === 0) return Promise.resolve({ kind: 'counted' });
  return retryOnConflict(async () => {
    try {
      await transact(table, [...uncounted.map((cap) => placeItem(table, cap)), ...notes]);
      return { kind: 'counted' };
    } catch (error) {
      if (!(error instanceof WriteConflict) || !error.refused.includes(true)) throw error;
      const cap = uncounted[error.refused.indexOf(true)];
      return cap ? { kind: 'full', cap } : { kind: 'not_owed' };
    }
  });
}

/** Puts a question behind those that a full cap holds back already; returns its place, from 1. */
export async function queueBehind(table: Table, cap: MailCap): Promise<number> {
  const { Attributes: after } = await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...keyOf(cap) },
      UpdateExpression: 'ADD held :one SET #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':one': 1, ':ttl': ttlOf(cap) },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(after?.['held']);
}

function placeItem(table: Table, cap: MailCap): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...keyOf(cap) },
      UpdateExpression: 'ADD mails :one SET #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(mails) OR mails < :limit',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':one': 1, ':limit': cap.limit, ':ttl': ttlOf(cap) },
    },
  };
}

/** Lost when the address has answered meanwhile, or somebody else has claimed its question. */
function countedItem(table: Table, consent: Consent, now: Instant): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...consentKey(consent.spaceId, consent.addressHash) },
      UpdateExpression: 'SET countedAt = :now',
      ConditionExpression: '#state = :pending AND dueAt = :claimed',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':now': now, ':pending': 'pending', ':claimed': consent.dueAt },
    },
  };
}

function keyOf(cap: MailCap): Key {
  return mailCountKey(cap.name, hashOf(cap.counted).slice(0, 32), cap.from);
}

function ttlOf(cap: MailCap): number {
  return Math.ceil((cap.from + cap.lengthMs + KEPT_MS) / 1000);
}
