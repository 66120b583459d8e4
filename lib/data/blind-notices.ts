import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import { blindNoticeKey, type Key } from './keys.ts';
import { always, recordKind, ttlAfter } from './record.ts';
import { writeConflict, type Table, type TransactItem } from './table.ts';

/** The notice of a blind window that an owner is to get, by the channels of one of its monitors. */
export interface BlindNotice {
  spaceId: string;
  /** Where the window began. */
  from: Instant;
  monitorId: string;
  /** When the checker looks after it; null once it is told. */
  dueAt: Instant | null;
}

const KEPT_DAYS = 90;

/** How a notice is stored. */
const notices = recordKind<BlindNotice>({
  key: ({ spaceId, from }) => blindNoticeKey(spaceId, from),
  inKey: {},
  ttl: ({ from }) => ttlAfter(from, KEPT_DAYS),
  fields: { spaceId: always, from: always, monitorId: always, dueAt: null },
});

/** Schedules a notice, once per owner and window, whichever of its monitors comes first. */
export async function scheduleBlindNotice(table: Table, notice: BlindNotice): Promise<void> {
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: notices.toItem(notice),
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
  } catch (error) {
    if (!writeConflict(error)) throw error;
  }
}

export async function getBlindNotice(table: Table, { pk, sk }: Key): Promise<BlindNotice | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk, sk }, ConsistentRead: true }),
  );
  return item && notices.fromItem(item);
}

/** Looks after a notice later: its window still lasts. */
export async function postponeBlindNotice(table: Table, notice: BlindNotice, dueAt: Instant): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...blindNoticeKey(notice.spaceId, notice.from) },
        UpdateExpression: 'SET dueAt = :due',
        ConditionExpression: 'dueAt = :seen',
        ExpressionAttributeValues: { ':due': dueAt, ':seen': notice.dueAt },
      }),
    );
  } catch (error) {
    if (!writeConflict(error)) throw error;
  }
}

/** Settles a notice, as part of the transaction that records its alerts; lost when it was settled before. */
export function settleBlindNoticeItem(table: Table, notice: BlindNotice): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...blindNoticeKey(notice.spaceId, notice.from) },
      UpdateExpression: 'REMOVE duePk, dueAt',
      ConditionExpression: 'dueAt = :seen',
      ExpressionAttributeValues: { ':seen': notice.dueAt },
    },
  };
}
