import type { Instant } from '../../instant.ts';
import type { AlertDecision } from '../check.ts';
import type { Incident, IncidentRecord, Monitor } from '../monitor.ts';

/**
 * The incidents that a check changed, each as it is now, in the order of their numbers: what the decisions of the check
 * say and no more, so that the history and the alerts cannot differ. `before` is the monitor that the check judged.
 */
export function incidentRecords(
  before: Monitor,
  decisions: readonly AlertDecision[],
  now: Instant,
): IncidentRecord[] {
  const byNumber = new Map<number, IncidentRecord>();
  if (before.incident) byNumber.set(before.incident.number, recordOf(before, before.incident));
  const changed = new Set<number>();
  for (const decision of decisions) {
    const { incident: number, reason, downSince, alertNumber: alerts, maintenance } = decision;
    const { id: monitorId, spaceId } = before;
    const began = { monitorId, spaceId, number, reason, downSince, ...(maintenance && { maintenance }) };
    const opened = { ...began, openedAt: now, closedAt: null, alerts };
    const known = byNumber.get(number) ?? opened;
    const closedAt = decision.kind === 'recovery' ? decision.recoveredAt : known.closedAt;
    byNumber.set(number, { ...known, alerts, closedAt });
    changed.add(number);
  }
  return [...byNumber.values()].filter(({ number }) => changed.has(number));
}

/** The open incident of a monitor that is deleted at `now`: its end, or the success that had ended it before. */
export function closedByDeletion(monitor: Monitor, now: Instant): IncidentRecord[] {
  if (monitor.incident === null) return [];
  const back = monitor.pending.find(({ kind }) => kind === 'recovery');
  return [{ ...recordOf(monitor, monitor.incident), closedAt: back?.at ?? now }];
}

/**
 * An incident of the history as it is by what is known of its monitor, which was read before: what a check has yet to
 * write ends it too. One that was opened since is taken as it is.
 */
export function incidentNow(record: IncidentRecord, monitor: Monitor): IncidentRecord {
  const owed = monitor.unrecorded?.find(({ number }) => number === record.number);
  const known = owed ?? record;
  if (known.closedAt !== null || monitor.incident?.number !== known.number) return known;
  const back = monitor.pending.find(({ kind }) => kind === 'recovery');
  return { ...known, alerts: monitor.incident.alerts, closedAt: back?.at ?? null };
}

/**
 * Whether an incident as it is now has ended. One that a version without a history has ended, after a step back to it, has
 * no end on record: its monitor, read before, knows that it is over.
 */
export function isOver({ number, closedAt }: IncidentRecord, monitor: Monitor): boolean {
  return closedAt !== null || (monitor.incidents >= number && monitor.incident?.number !== number);
}

/** What no month has yet: the open incident, at its end where a success has ended it, and what the history is owed. */
export function unwrittenIncidents(monitor: Monitor): IncidentRecord[] {
  const open = monitor.incident ? [incidentNow(recordOf(monitor, monitor.incident), monitor)] : [];
  const owed = (monitor.unrecorded ?? []).map((record) => incidentNow(record, monitor));
  return latestRecords([...open, ...owed]);
}

/** Records of which later ones take the place of earlier ones of the same incident. */
export function latestRecords(records: readonly IncidentRecord[]): IncidentRecord[] {
  return [...new Map(records.map((record) => [record.number, record])).values()];
}

function recordOf({ id, spaceId }: Monitor, incident: Incident): IncidentRecord {
  const { number, reason, downSince, openedAt, alerts, maintenance } = incident;
  const began = { monitorId: id, spaceId, number, reason, downSince, ...(maintenance && { maintenance }) };
  return { ...began, openedAt, closedAt: null, alerts };
}
