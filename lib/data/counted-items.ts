import { spread } from '../domain/hash-number.ts';
import type { Counts, Totals } from '../domain/statistics/counted.ts';
import { additionTo, ttlOfDay } from './statistics/day-counts.ts';
import type { Key } from './keys.ts';
import { readMany } from './read-many.ts';
import { dayCountsKey, totalsKey, TRANSACTED_SHARDS } from './statistics/statistics-keys.ts';
import type { Table, TransactItem } from './table.ts';
import { plainItem } from './read-items.ts';

/**
 * Adds to the counters of a day, as part of the transaction of what is counted: neither is written without the other. `id` is
 * of that, so that two that are written at once seldom meet.
 */
export function countedItem(table: Table, id: string, day: string, counts: Counts): TransactItem {
  return additionItem(table, dayCountsKey(shardOf(id), day), additionTo(counts, ttlOfDay(day)));
}

/** The same of what there is now. One that comes and goes has the same `id`. */
export function totalItem(table: Table, id: string, totals: Partial<Totals>): TransactItem {
  return additionItem(table, totalsKey(shardOf(id)), additionTo(totals, null));
}

/** What there is now of all that is counted so. */
export async function readTotals(table: Table): Promise<Totals> {
  const items = await readMany(table, TRANSACTED_SHARDS.map(totalsKey), plainItem);
  const people = items.reduce((sum, item) => sum + Number(item['people'] ?? 0), 0);
  // An account that was in use before anything was counted goes without having come.
  return { people: Math.max(0, people) };
}

function additionItem(table: Table, { pk, sk }: Key, addition: ReturnType<typeof additionTo>): TransactItem {
  return { Update: { TableName: table.name, Key: { pk, sk }, ...addition } };
}

function shardOf(id: string): number {
  return TRANSACTED_SHARDS[spread(id) % TRANSACTED_SHARDS.length] ?? 0;
}
