import type { IncidentEntry } from '../../contract/monitors/history.ts';

import { shownIdOf } from '../../domain/monitors/monitor-id.ts';
import { isOver } from '../../domain/monitors/incidents/incident-record.ts';
import { isoOf, isoOrNull, type Instant } from '../../domain/instant.ts';
import type { IncidentRecord, Monitor } from '../../domain/monitors/monitor.ts';

/** An incident as its owner sees it at `now`, with the name that its monitor has by now. */
export function incidentEntryView(record: IncidentRecord, monitor: Monitor, now: Instant): IncidentEntry {
  const { number, reason, downSince, openedAt, closedAt, alerts, maintenance = null } = record;
  const isClosed = isOver(record, monitor);
  const until = closedAt ?? (isClosed ? openedAt : now);
  return {
    endpoint_id: shownIdOf(monitor),
    name: monitor.name,
    tags: monitor.tags,
    number,
    reason,
    state: isClosed ? 'closed' : 'open',
    down_since: isoOf(downSince),
    opened_at: isoOf(openedAt),
    closed_at: isoOrNull(closedAt),
    downtime_sec: Math.max(0, Math.floor((until - downSince) / 1000)),
    alerts,
    maintenance,
  };
}
