import { monthsOf } from '../../domain/monitors/incidents/downtime.ts';
import type { IncidentRecord, MonitorLife } from '../../domain/monitors/monitor.ts';
import { LIMITS } from '../../domain/limits.ts';
import { monitorIdOf } from '../key-parts.ts';
import { INCIDENT_PREFIX, incidentKey, incidentPointerKey } from '../keys.ts';
import { addToMonthItem } from '../statistics/months.ts';
import { readList } from '../read-many.ts';
import { always, optional, recordKind, ttlAfter } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** An incident of years changes no month that nobody can ask for any more. */
export const MONTHS_MAX = 14;
/** Of one incident. */
export const RECORD_ITEMS_MAX = 3;

/** How an incident is stored: under its monitor. An open one stays until it is closed. */
const incidents = recordKind<IncidentRecord, 'monitorId' | 'number'>({
  key: ({ monitorId, number }) => incidentKey(monitorId, number),
  inKey: { monitorId: monitorIdOf, number: ({ sk }) => Number(sk.slice(INCIDENT_PREFIX.length)) },
  ttl: ({ closedAt }) => (closedAt === null ? null : ttlAfter(closedAt, LIMITS.incidentRetentionDays)),
  fields: {
    spaceId: always,
    reason: always,
    downSince: always,
    openedAt: always,
    closedAt: null,
    alerts: always,
    maintenance: optional,
  },
});

/** The incident an item holds. */
export const incidentOf = incidents.fromItem;

/** Consistent reads of incidents, in no order; those that do not exist are absent. */
export function getIncidents(
  table: Table,
  asked: readonly Pick<IncidentRecord, 'monitorId' | 'number'>[],
): Promise<IncidentRecord[]> {
  const keys = asked.map(({ monitorId, number }) => incidentKey(monitorId, number));
  return readList(table, keys, incidents.fromWire);
}

/**
 * Incidents of one life of a monitor as they are now, each at most once, as part of the transaction that changes the monitor: their
 * records, the pointers of their space's list, and what those that closed add to their months. Nothing here has a
 * condition: it is true whenever the monitor is still what it was decided from. At most three items an incident, and one
 * a month.
 */
export function incidentItems(
  table: Table,
  life: MonitorLife,
  records: readonly IncidentRecord[],
): TransactItem[] {
  return [
    ...records.flatMap((record) => recordItems(table, record)),
    ...monthsOf(records)
      .slice(-MONTHS_MAX)
      .map((month) => addToMonthItem(table, life, month)),
  ];
}

function recordItems({ name: TableName }: Table, record: IncidentRecord): TransactItem[] {
  const { spaceId, closedAt } = record;
  const Item = incidents.toItem(record);
  const pointer = (state: 'open' | 'closed') => incidentPointerKey(spaceId, { ...record, state });
  if (closedAt === null) return [{ Put: { TableName, Item } }, { Put: { TableName, Item: pointer('open') } }];
  const ttl = ttlAfter(closedAt, LIMITS.incidentRetentionDays);
  return [
    { Put: { TableName, Item } },
    { Delete: { TableName, Key: pointer('open') } },
    { Put: { TableName, Item: { ...pointer('closed'), ttl } } },
  ];
}
