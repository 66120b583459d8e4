import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { DUE_INDEX, duePartition, duePartitionOf } from '../due-index.ts';
import { monitorKey, type Key } from '../keys.ts';
import { WriteConflict, writeConflict, type Item, type Table } from '../table.ts';

const PAGE = 100;

/** An item that is due, and since when. */
export interface DueKey extends Key {
  dueAt: Instant;
}

/** Where in the due items of a shard to begin: after an item that was met before; null is the oldest. */
export interface DuePosition {
  shard: number;
  after: DueKey | null;
}

/** The keys of a shard's items whose time has come, oldest first, a page at a time. */
export async function* dueKeys(table: Table, position: DuePosition, now: Instant): AsyncGenerator<DueKey[]> {
  const duePk = duePartitionOf(position.shard);
  let start: Item | undefined = position.after ? { ...position.after, duePk } : undefined;
  do {
    const page: { Items?: Item[] | undefined; LastEvaluatedKey?: Item | undefined } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: DUE_INDEX,
        KeyConditionExpression: 'duePk = :shard AND dueAt <= :now',
        ExpressionAttributeValues: { ':shard': duePk, ':now': now },
        Limit: PAGE,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const keys = (page.Items ?? []).map((item) => ({
      pk: String(item['pk']),
      sk: String(item['sk']),
      dueAt: Number(item['dueAt']),
    }));
    if (keys.length > 0) yield keys;
    start = page.LastEvaluatedKey;
  } while (start);
}

/**
 * Moves the due time of a monitor about which nothing else changed. Leaves the revision alone: a ping in flight
 * may write an earlier time over it, never a later one. Throws `WriteConflict` when the monitor changed.
 */
export async function moveDue(table: Table, monitor: Monitor, dueAt: Instant | null): Promise<void> {
  const key = monitorKey(monitor.id);
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...key },
        UpdateExpression: dueAt === null ? 'REMOVE duePk, dueAt' : 'SET duePk = :shard, dueAt = :due',
        ConditionExpression: 'rev = :rev',
        ExpressionAttributeValues: {
          ':rev': monitor.rev,
          ...(dueAt !== null && { ':shard': duePartition(key.pk), ':due': dueAt }),
        },
      }),
    );
  } catch (error) {
    throw writeConflict(error) ? new WriteConflict() : error;
  }
}
