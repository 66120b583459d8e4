import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { anyOf } from '../../adapters/ids.ts';
import { dayAfter, dayStart } from '../../domain/calendar.ts';
import { added, type Counted, type Counts, type DayCounts } from '../../domain/statistics/counted.ts';
import { LIMITS } from '../../domain/limits.ts';
import { changeItem, unlessRefused } from '../items.ts';
import { queryAll } from '../query-pages.ts';
import { ttlAfter } from '../record.ts';
import { COUNT_SHARDS, countsPk, dayCountsKey, TRANSACTED_SHARDS } from './statistics-keys.ts';
import type { Item, Table } from '../table.ts';

/**
 * Adds to the counters of a day by one write, whatever was counted before. `counts` must not be empty. Whoever ends the call by
 * `signal` does not know whether it was written.
 */
export async function addCounts(
  table: Table,
  day: string,
  counts: Counts,
  signal?: AbortSignal,
): Promise<void> {
  const { pk, sk } = dayCountsKey(anyOf(COUNT_SHARDS), day);
  const change = { TableName: table.name, Key: { pk, sk }, ...additionTo(counts, ttlOfDay(day)) };
  await table.client.send(new UpdateCommand(change), { ...(signal && { abortSignal: signal }) });
}

/** What adds to counters, which are attributes; `ttl` is null of what stays. */
export function additionTo(counts: Readonly<Record<string, number>>, ttl: number | null) {
  const named = Object.entries(counts);
  const set = ttl === null ? '' : ' SET #ttl = :ttl';
  return {
    UpdateExpression: `ADD ${named.map(([name]) => `${name} :${name}`).join(', ')}${set}`,
    ExpressionAttributeValues: {
      ...Object.fromEntries(named.map(([name, count]) => [`:${name}`, count])),
      ...(ttl !== null && { ':ttl': ttl }),
    },
    ...(ttl !== null && { ExpressionAttributeNames: { '#ttl': 'ttl' } }),
  };
}

/** Until when the counters of a day are kept. */
export const ttlOfDay = (day: string): number => ttlAfter(dayStart(day), LIMITS.countsKeptDays);

/** Raises a counter of a day to what somebody else has counted; the same again changes nothing. */
export async function raiseCount(table: Table, day: string, name: Counted, to: number): Promise<void> {
  await unlessRefused(
    changeItem(table, dayCountsKey(0, day), {
      UpdateExpression: 'SET #name = :to, #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(#name) OR #name < :to',
      ExpressionAttributeNames: { '#name': name, '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':to': to, ':ttl': ttlOfDay(day) },
    }),
  );
}

/**
 * What was counted on each day from one to another, both of them included, oldest first; of a day without an item nothing was.
 * One query a shard, side by side: a year is some 40 kB in each.
 */
export async function readDayCounts(table: Table, from: string, to: string): Promise<DayCounts[]> {
  const shards = [...Array(COUNT_SHARDS).keys(), ...TRANSACTED_SHARDS];
  const read = shards.map((shard) => readShard(table, shard, { from, to }));
  const items = (await Promise.all(read)).flat();
  const byDay = Map.groupBy(items, ({ sk }) => String(sk));
  return daysBetween(from, to).map((day) => ({ day, counts: added((byDay.get(day) ?? []).map(countsOf)) }));
}

function readShard(table: Table, shard: number, { from, to }: { from: string; to: string }): Promise<Item[]> {
  return queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': countsPk(shard), ':from': from, ':to': to },
  });
}

function countsOf({ pk: _pk, sk: _sk, ttl: _ttl, ...counts }: Item): Counts {
  return counts;
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}
