import { isDeepStrictEqual } from 'node:util';
import { BatchGetCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { duePartition, monitorKey } from './keys.ts';
import { pause } from './pause.ts';
import { writeConflict, TableThrottled, type Item, type Table, type TransactItem } from './table.ts';

const BATCH = 100;
/** Fewer than the SDK has connections: a batch that waits for one would use up its time. */
const BATCHES_AT_ONCE = 10;
/** Before each try of a batch; what a throttled table leaves unread is asked for again, 2 s in all. */
const BATCH_WAITS_MS = [0, 20, 40, 80, 160, 320, 640, 1_000];

/** A monitor of any state, or undefined. Ingest reads eventually: its write is conditional anyway. */
export async function getMonitor(
  table: Table,
  id: string,
  options: { consistent: boolean } = { consistent: true },
): Promise<Monitor | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: monitorKey(id), ConsistentRead: options.consistent }),
  );
  return item && monitorOf(item);
}

/**
 * Consistent reads of many monitors, in no order; those that do not exist are absent. Throws `TableThrottled` when the
 * table goes on leaving some unread: a list without them would say that they do not exist.
 */
export async function getMonitors(table: Table, ids: readonly string[]): Promise<Monitor[]> {
  const found: Monitor[] = [];
  for (let start = 0; start < ids.length; start += BATCH * BATCHES_AT_ONCE) {
    const some = ids.slice(start, start + BATCH * BATCHES_AT_ONCE);
    const batches = Array.from({ length: Math.ceil(some.length / BATCH) }, (_, index) =>
      getBatch(table, some.slice(index * BATCH, (index + 1) * BATCH)),
    );
    for (const items of await Promise.all(batches)) found.push(...items.map(monitorOf));
  }
  return found;
}

async function getBatch(table: Table, ids: readonly string[]): Promise<Item[]> {
  const found: Item[] = [];
  let keys: Record<string, unknown>[] = ids.map((id) => ({ ...monitorKey(id) }));
  for (const waitMs of BATCH_WAITS_MS) {
    await pause(waitMs);
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } }),
    );
    found.push(...(Responses?.[table.name] ?? []));
    keys = UnprocessedKeys?.[table.name]?.Keys ?? [];
    if (keys.length === 0) return found;
  }
  throw new TableThrottled(`The table left ${keys.length} of ${ids.length} monitors unread.`);
}

/**
 * The write of a healthy ping: moves the last event and what is computed from it. Conditional on the revision the
 * ping was decided from; a newer ping that got there first is not an error, there is nothing left to move.
 * Throws `WriteConflict` with the current item when anything else changed.
 */
export async function recordHealthyPing(table: Table, before: Monitor, after: Monitor): Promise<void> {
  try {
    await table.client.send(new UpdateCommand(healthyPing(table, before, after)));
  } catch (error) {
    const conflict = writeConflict(error);
    if (!conflict) throw error;
    if (conflict.current?.['rev'] !== before.rev) throw conflict;
  }
}

function healthyPing(table: Table, before: Monitor, after: Monitor) {
  const set: Record<string, unknown> = {
    lastEventAt: after.lastEventAt,
    intervalSec: after.intervalSec,
    nextExpectedAt: after.nextExpectedAt,
    lastStatus: after.lastStatus,
    lastLatencyMs: after.lastLatencyMs,
  };
  const present = Object.keys(set).filter((name) => set[name] !== null);
  const absent = Object.keys(set).filter((name) => set[name] === null);
  return {
    TableName: table.name,
    Key: monitorKey(before.id),
    UpdateExpression:
      `SET ${present.map((name) => `${name} = :${name}`).join(', ')}` +
      (absent.length > 0 ? ` REMOVE ${absent.join(', ')}` : ''),
    ConditionExpression: 'rev = :rev AND lastEventAt < :lastEventAt',
    ExpressionAttributeValues: {
      ...Object.fromEntries(present.map((name) => [`:${name}`, set[name]])),
      ':rev': before.rev,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/**
 * Replaces a monitor under the condition that it is still `before`. Throws `WriteConflict` with the current item. When
 * that is what was to be written, an answer of ours was lost and its repeat refused: it is done.
 */
export async function replaceMonitor(table: Table, before: Monitor, after: Monitor): Promise<void> {
  const write = replaceWrite(table, before, after);
  try {
    await table.client.send(new PutCommand({ ...write, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
  } catch (error) {
    const conflict = writeConflict(error);
    if (!isDeepStrictEqual(conflict?.current, write.Item)) throw conflict ?? error;
  }
}

/** Replaces a monitor that is still `before`, as part of a transaction. */
export function replaceMonitorItem(table: Table, before: Monitor, after: Monitor): TransactItem {
  return { Put: replaceWrite(table, before, after) };
}

/** A new monitor, as part of a transaction. */
export function putMonitorItem(table: Table, monitor: Monitor): TransactItem {
  return {
    Put: { TableName: table.name, Item: itemOf(monitor), ConditionExpression: 'attribute_not_exists(pk)' },
  };
}

function replaceWrite(table: Table, before: Monitor, after: Monitor) {
  const unseen = before.lastEventAt === null;
  return {
    TableName: table.name,
    Item: itemOf({ ...after, rev: before.rev + 1 }),
    ConditionExpression: `rev = :rev AND ${unseen ? 'attribute_not_exists(lastEventAt)' : 'lastEventAt = :lastEventAt'}`,
    ExpressionAttributeValues: { ':rev': before.rev, ...(!unseen && { ':lastEventAt': before.lastEventAt }) },
  };
}

/** The stored form: absent instead of null, so that the index stays sparse and items small. */
function itemOf(monitor: Monitor): Item {
  const present = Object.entries(monitor).filter(([, value]) => value !== null);
  return {
    ...monitorKey(monitor.id),
    ...Object.fromEntries(present),
    ...(monitor.dueAt !== null && { duePk: duePartition(monitorKey(monitor.id).pk) }),
    ...(monitor.deactivatedAt !== null && { ttl: ttlOf(monitor.deactivatedAt) }),
  };
}

/** The monitor an item holds. */
export function monitorOf(item: Item): Monitor {
  const { pk: _pk, sk: _sk, duePk: _duePk, ttl: _ttl, ...fields } = item;
  return { ...ABSENT, ...fields } as Monitor;
}

function ttlOf(deactivatedAt: Instant): number {
  return Math.ceil(deactivatedAt / 1000) + LIMITS.inactiveRetentionDays * 86_400;
}

const ABSENT = {
  cron: null,
  tz: null,
  graceSec: null,
  alertTo: null,
  alertUrl: null,
  maxDurationSec: null,
  alertRepeatSec: null,
  pausedUntil: null,
  nextExpectedAt: null,
  lastEventAt: null,
  lastStatus: null,
  lastLatencyMs: null,
  lastDurationMs: null,
  incident: null,
  alertedAt: null,
  resumedAt: null,
  pausedAt: null,
  healthySince: null,
  extendedUntil: null,
  deactivatedAt: null,
  slug: null,
  dueAt: null,
};
