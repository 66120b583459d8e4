import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Pace } from '../../domain/alerts/pace.ts';
import type { Instant } from '../../domain/instant.ts';
import { changeItem, getItem, unlessRefused } from '../items.ts';
import { paceKey } from '../keys.ts';
import { always, recordKind } from '../record.ts';
import { WriteConflict, type Table } from '../table.ts';

/** Far longer than the longest line and all that is remembered of a slow recipient. */
const KEPT_SEC = 24 * 3_600;

/** How a pace is stored. */
const paces = recordKind<Pace & { id: string }, 'id'>({
  key: ({ id }) => paceKey(id),
  inKey: { id: ({ pk }) => pk },
  ttl: ({ at }) => ttlFrom(at),
  fields: {
    next: always,
    place: always,
    at: always,
    gapMs: always,
    floorMs: always,
    rev: always,
    slowedAt: null,
    refusedSince: null,
  },
});

/** The pace of a recipient; where that is enough, as it was a moment ago. */
export async function getPace(
  table: Table,
  id: string,
  options?: { consistent: boolean },
): Promise<Pace | undefined> {
  const item = await getItem(table, paceKey(id), options);
  return item && paces.fromItem(item);
}

/** Writes a pace that was decided from another one, or from none. False when that has changed meanwhile. */
export function replacePace(
  table: Table,
  id: string,
  { before, after }: { before: Pace | undefined; after: Pace },
): Promise<boolean> {
  const condition = before
    ? {
        ConditionExpression: 'rev = :rev AND #next = :next',
        ExpressionAttributeNames: { '#next': 'next' },
        ExpressionAttributeValues: { ':rev': before.rev, ':next': before.next },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' };
  const Item = paces.toItem({ ...after, id });
  return unlessRefused(table.client.send(new PutCommand({ TableName: table.name, Item, ...condition })));
}

/** The same while others take places in the line. */
export function slowPace(
  table: Table,
  id: string,
  { before, after }: { before: Pace | undefined; after: Pace },
): Promise<boolean> {
  if (!before) return replacePace(table, id, { before, after });
  return unlessRefused(
    changeItem(table, paceKey(id), {
      UpdateExpression:
        'SET place = :place, #at = :at, gapMs = :gap, slowedAt = :slowed, refusedSince = :since, rev = :after, #ttl = :ttl',
      ConditionExpression: 'rev = :before',
      ExpressionAttributeNames: { '#at': 'at', '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':place': after.place,
        ':at': after.at,
        ':gap': after.gapMs,
        ':slowed': after.slowedAt,
        ':since': after.refusedSince,
        ':after': after.rev,
        ':before': before.rev,
        ':ttl': ttlFrom(after.at),
      },
    }),
  );
}

/**
 * Takes the next places of a line, with one write however many do at once; the pace after it, or null where the line
 * reaches beyond `last` already.
 */
export async function takePlaces(
  table: Table,
  id: string,
  { count, last, now }: { count: number; last: number; now: Instant },
): Promise<Pace | null> {
  try {
    const item = await changeItem(table, paceKey(id), {
      UpdateExpression: 'SET #next = #next + :count, #ttl = :ttl',
      ConditionExpression: '#next <= :last',
      ExpressionAttributeNames: { '#next': 'next', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':count': count, ':last': last, ':ttl': ttlFrom(now) },
      ReturnValues: 'ALL_NEW',
    });
    return item ? paces.fromItem(item) : null;
  } catch (error) {
    if (error instanceof WriteConflict) return null;
    throw error;
  }
}

/**
 * Notes that a recipient took something again, which ends its refusals since an instant and shortens the gap, whatever else
 * has changed: where many are told at once something always has.
 */
export async function noteTaken(
  table: Table,
  id: string,
  { refusedSince, gapMs }: { refusedSince: Instant; gapMs: number },
): Promise<void> {
  await unlessRefused(
    changeItem(table, paceKey(id), {
      UpdateExpression: 'SET rev = rev + :one, gapMs = :gap REMOVE refusedSince',
      ConditionExpression: 'refusedSince = :since',
      ExpressionAttributeValues: { ':one': 1, ':gap': gapMs, ':since': refusedSince },
    }),
  );
}

function ttlFrom(at: Instant): number {
  return Math.ceil(at / 1000) + KEPT_SEC;
}
