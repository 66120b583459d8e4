import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { getItem } from './items.ts';
import { monitorIdOf, pastIncidentsKey } from './keys.ts';
import { readMany } from './read-many.ts';
import { always, recordKind, ttlAfter } from './record.ts';
import type { Table, TransactItem } from './table.ts';

/** How many incidents a job name had by the end of a life. */
interface PastIncidents {
  monitorId: string;
  incidents: number;
  endedAt: Instant;
}

/** The table removes what expired in any order, so this outlasts the history by a month. */
const KEPT_DAYS = LIMITS.incidentRetentionDays + 30;

/** How the number is stored: under the monitor, which is gone long before its history. */
const lives = recordKind<PastIncidents, 'monitorId'>({
  key: ({ monitorId }) => pastIncidentsKey(monitorId),
  inKey: { monitorId: monitorIdOf },
  ttl: ({ endedAt }) => ttlAfter(endedAt, KEPT_DAYS),
  fields: { incidents: always, endedAt: always },
});

/**
 * Notes how many incidents a job name has had, as part of the transaction that deletes its monitor; nothing where there
 * is no number to be given again.
 */
export function pastIncidentsItems(
  table: Table,
  { id, slug, incidents }: Pick<Monitor, 'id' | 'slug' | 'incidents'>,
  endedAt: Instant,
): TransactItem[] {
  if (slug === null || incidents === 0) return [];
  return [{ Put: { TableName: table.name, Item: lives.toItem({ monitorId: id, incidents, endedAt }) } }];
}

/** How many incidents the earlier lives of a name had; a consistent read. */
export async function pastIncidents(table: Table, monitorId: string): Promise<number> {
  const item = await getItem(table, pastIncidentsKey(monitorId));
  return item ? lives.fromItem(item).incidents : 0;
}

/** The same of many, by id; those without incidents are absent. */
export async function pastIncidentsOfMany(
  table: Table,
  monitorIds: readonly string[],
): Promise<Map<string, number>> {
  const found = await readMany(table, monitorIds.map(pastIncidentsKey), lives.fromWire);
  return new Map(found.map(({ monitorId, incidents }) => [monitorId, incidents]));
}
