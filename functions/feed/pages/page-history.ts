import { listedIncidents } from '../../../lib/data/monitors/incident-lists.ts';
import { getIncidents } from '../../../lib/data/monitors/incidents.ts';
import type { Instant } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import {
  incidentNow,
  isOver,
  latestRecords,
  unwrittenIncidents,
} from '../../../lib/domain/monitors/incidents/incident-record.ts';
import type { IncidentRecord, Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** What was wrong with some monitors. */
export interface PageHistory {
  /** By the id of the monitor; those that are over have an end. */
  incidents: ReadonlyMap<string, IncidentRecord[]>;
  /** What lies before it was not read. */
  readFrom: Instant;
}

/** The newest incidents of some monitors, as they are by what is known of these, which were read before. */
export async function pageHistory(
  { table, now }: Pick<Ctx, 'table' | 'now'>,
  spaces: readonly string[],
  monitors: readonly Monitor[],
): Promise<PageHistory> {
  const listed = await listedIncidents(table, spaces, { limit: LIMITS.pageIncidentsReadMax + 1 });
  const seen = listed.slice(0, LIMITS.pageIncidentsReadMax);
  const next = listed[LIMITS.pageIncidentsReadMax];
  const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  const records = await getIncidents(
    table,
    seen.filter(({ monitorId }) => byId.has(monitorId)),
  );
  const recorded = Map.groupBy(records, ({ monitorId }) => monitorId);
  const incidents = new Map(
    monitors.map((monitor) => [monitor.id, incidentsOf(monitor, recorded.get(monitor.id) ?? [])]),
  );
  return { incidents, readFrom: next === undefined ? 0 : next.isOpen ? now : next.downSince };
}

/** One that has ended without an end on record is of an older release: nobody knows how long it was. */
function incidentsOf(monitor: Monitor, records: readonly IncidentRecord[]): IncidentRecord[] {
  const known = records.map((record) => incidentNow(record, monitor));
  return latestRecords([...known, ...unwrittenIncidents(monitor)]).filter(
    (record) => record.closedAt !== null || !isOver(record, monitor),
  );
}
