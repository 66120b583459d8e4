import type { Instant } from '../../domain/instant.ts';
import { changeItem, getItem, unlessRefused, putNewItem } from '../items.ts';
import { blindNoticeKey, type Key } from '../keys.ts';
import { always, recordKind, ttlAfter } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

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
  await putNewItem(table, notices.toItem(notice, table));
}

export async function getBlindNotice(table: Table, key: Key): Promise<BlindNotice | undefined> {
  const item = await getItem(table, key);
  return item && notices.fromItem(item);
}

/** Looks after a notice later: its window still lasts. */
export async function postponeBlindNotice(table: Table, notice: BlindNotice, dueAt: Instant): Promise<void> {
  await unlessRefused(
    changeItem(table, blindNoticeKey(notice.spaceId, notice.from), {
      UpdateExpression: 'SET dueAt = :due',
      ConditionExpression: 'dueAt = :seen',
      ExpressionAttributeValues: { ':due': dueAt, ':seen': notice.dueAt },
    }),
  );
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
