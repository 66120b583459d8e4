import { DAY_MS } from '../../domain/calendar.ts';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { newItem } from '../items.ts';
import {
  FORMER_MONITOR_PREFIX,
  formerMonitorKey,
  MONITOR_BLOCK_PREFIX,
  SPACE_MONITOR_PREFIX,
  spaceKey,
  spaceMonitorKey,
} from '../keys.ts';
import { monitorsToList } from './monitors.ts';
import { readItems, type ReadItems, plainItem } from '../read-items.ts';
import { ttlAfter } from '../record.ts';
import type { Item, Table, TransactItem } from '../table.ts';

/** That a space has a monitor, as part of the transaction that creates it. */
export function pointerItem(table: Table, monitor: Pick<Monitor, 'id' | 'spaceId'>): TransactItem {
  const key = spaceMonitorKey(monitor.spaceId, monitor.id);
  return newItem(table, { ...key });
}

/** The pointer of a deactivated monitor, which stays listed for 30 days (DECISIONS.md "Monitor" 8). */
export function expiringPointerItem(
  table: Table,
  monitor: Pick<Monitor, 'id' | 'spaceId'>,
  now: Instant,
): TransactItem {
  const ttl = ttlAfter(now, LIMITS.inactiveRetentionDays);
  return { Put: { TableName: table.name, Item: { ...spaceMonitorKey(monitor.spaceId, monitor.id), ttl } } };
}

/** Incidents and months outlive a monitor by so much. */
const REMAINS_DAYS = LIMITS.incidentRetentionDays + 31;

/** That a space had a monitor, as part of the transaction that deactivates it, for as long as anything is kept of it. */
export function formerPointerItem(
  table: Table,
  monitor: Pick<Monitor, 'id' | 'spaceId'>,
  now: Instant,
): TransactItem {
  const ttl = ttlAfter(now, REMAINS_DAYS);
  return { Put: { TableName: table.name, Item: { ...formerMonitorKey(monitor.spaceId, monitor.id), ttl } } };
}

/** The monitors that an item of a space's partition names, committed or not, in the list or behind it. */
export function monitorsNamedBy(item: Item): string[] {
  const sk = String(item['sk']);
  if (sk.startsWith(MONITOR_BLOCK_PREFIX)) return item['ids'] as string[];
  const prefix = [SPACE_MONITOR_PREFIX, FORMER_MONITOR_PREFIX].find((each) => sk.startsWith(each));
  return prefix === undefined ? [] : [sk.slice(prefix.length)];
}

/** The pointer of a monitor that may have had one before, with an end: now it has none. */
export function lastingPointerItem(table: Table, monitor: Pick<Monitor, 'id' | 'spaceId'>): TransactItem {
  return { Put: { TableName: table.name, Item: { ...spaceMonitorKey(monitor.spaceId, monitor.id) } } };
}

/** The ids of all monitors of some spaces, deactivated ones for 30 days. */
export async function listMonitorIds(table: Table, spaceIds: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  for await (const { id } of listedIds(table, spaceIds)) ids.add(id);
  return [...ids];
}

/** All monitors of some spaces, read consistently; deactivated ones for 30 days. Pages through any number. */
export async function listMonitors(
  table: Table,
  spaceIds: readonly string[],
  now: Instant,
): Promise<Monitor[]> {
  const ids = await listMonitorIds(table, spaceIds);
  const monitors = await monitorsToList(table, ids);
  return monitors.filter((monitor) => isListed(monitor, spaceIds, now)).sort(olderFirst);
}

/** The order of a list of monitors. */
export function olderFirst(a: Monitor, b: Monitor): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

/** Whether a list of spaces shows a monitor: a pointer may outlast the time in which it belonged there. */
export function isListed(monitor: Monitor, spaceIds: readonly string[], now: Instant): boolean {
  return spaceIds.includes(monitor.spaceId) && !isGone(monitor, now);
}

/** True once a deactivated monitor is past its 30 days; the table removes it in its own time. */
export function isGone(monitor: Monitor, now: Instant): boolean {
  return (
    monitor.deactivatedAt !== null && now > monitor.deactivatedAt + LIMITS.inactiveRetentionDays * DAY_MS
  );
}

/** A position in the list of a space: behind the first `taken` monitors that a pointer, or a block, names. */
export interface ListPosition {
  spaceId: string;
  sk: string;
  taken: number;
}

/** What is listed, and the position behind it. */
export interface ListedId {
  id: string;
  position: ListPosition;
}

/** The ids of the monitors of some spaces in the order of their keys, blocks first; `atOnce` are read in one query. */
export async function* listedIds(
  table: Table,
  spaceIds: readonly string[],
  { from, atOnce }: { from?: ListPosition | undefined; atOnce?: number } = {},
): AsyncGenerator<ListedId> {
  const first = from ? spaceIds.indexOf(from.spaceId) : 0;
  for (const spaceId of spaceIds.slice(first)) {
    const begin = from?.spaceId === spaceId ? from : undefined;
    for await (const item of pointersOf(table, spaceId, { fromSk: begin?.sk, atOnce })) {
      const sk = String(item['sk']);
      const taken = sk === begin?.sk ? begin.taken : 0;
      for (const [index, id] of idsIn(item).slice(taken).entries()) {
        yield { id, position: { spaceId, sk, taken: taken + index + 1 } };
      }
    }
  }
}

async function* pointersOf(
  table: Table,
  spaceId: string,
  { fromSk, atOnce }: { fromSk: string | undefined; atOnce: number | undefined },
): AsyncGenerator<Item> {
  let start: Item | undefined;
  do {
    const { items, lastKey }: ReadItems<Item> = await readItems(
      table,
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': spaceKey(spaceId).pk,
          ':from': fromSk ?? SPACE_MONITOR_PREFIX,
          ':to': `${SPACE_MONITOR_PREFIX}~`,
        },
        ProjectionExpression: 'sk, ids, #state',
        ExpressionAttributeNames: { '#state': 'state' },
        ConsistentRead: true,
        ...(atOnce !== undefined && { Limit: atOnce }),
        ...(start && { ExclusiveStartKey: start }),
      }),
      plainItem,
    );
    yield* items;
    start = lastKey;
  } while (start);
}

/** A pointer names its monitor in its key; a block names its monitors once it is committed. */
function idsIn(item: Item): string[] {
  const sk = String(item['sk']);
  if (!sk.startsWith(MONITOR_BLOCK_PREFIX)) return [sk.slice(SPACE_MONITOR_PREFIX.length)];
  return item['state'] === 'committed' ? (item['ids'] as string[]) : [];
}
