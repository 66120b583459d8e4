import { DAY_MS } from '../../domain/calendar.ts';
import type { SettingsChange } from '../../domain/monitors/settings/settings-change.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { monitorIdOf } from '../key-parts.ts';
import { CHANGE_PREFIX, changeKey, eventIdOf, monitorKey } from '../keys.ts';
import { readNewest } from '../query-pages.ts';
import { always, optional, recordKind, ttlAfter } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** How an entry of the change log is stored: under its monitor, in order of time. */
const changes = recordKind<SettingsChange, 'id' | 'monitorId'>({
  key: ({ monitorId, id }) => changeKey(monitorId, id),
  inKey: { id: ({ sk }) => sk.slice(CHANGE_PREFIX.length), monitorId: monitorIdOf },
  ttl: ({ at }) => ttlAfter(at, LIMITS.changeRetentionDays),
  fields: { at: always, by: always, member: optional, kind: always, settings: always },
});

/** An entry, as part of the transaction that changes the monitor: it is true whenever that is. */
export function putChangeItem(table: Table, change: SettingsChange): TransactItem {
  return { Put: { TableName: table.name, Item: changes.toItem(change) } };
}

/** Takes an entry back, whose monitor came to nothing. */
export function deleteChangeItem(table: Table, monitorId: string, id: string): TransactItem {
  return { Delete: { TableName: table.name, Key: { ...changeKey(monitorId, id) } } };
}

/** The newest entries before an instant, newest first; with `olderThan` those behind that one. */
export async function listChanges(
  table: Table,
  monitorId: string,
  { limit, before, now, olderThan }: { limit: number; before: Instant; now: Instant; olderThan?: string },
): Promise<SettingsChange[]> {
  const from = eventIdOf(Math.max(0, now - LIMITS.changeRetentionDays * DAY_MS), '');
  const to = eventIdOf(before, '');
  const start = olderThan === undefined || olderThan > to ? to : olderThan;
  if (start <= from) return [];
  const items = await readNewest(table, limit, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': monitorKey(monitorId).pk,
      ':from': `${CHANGE_PREFIX}${from}`,
      ':to': `${CHANGE_PREFIX}${to}`,
    },
    ConsistentRead: true,
    ...(start !== to && { ExclusiveStartKey: { ...changeKey(monitorId, start) } }),
  });
  return items.map(changes.fromItem);
}
