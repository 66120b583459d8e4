import type { IncidentPacket } from '../../../lib/contract/monitors/incident-packet.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { alertsBefore } from '../../../lib/data/alerts/alert-pages.ts';
import type { MonitorEvent } from '../../../lib/data/monitors/events.ts';
import { listEvents } from '../../../lib/data/monitors/history.ts';
import { getIncidents } from '../../../lib/data/monitors/incidents.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { incidentNow } from '../../../lib/domain/monitors/incidents/incident-record.ts';
import type { IncidentRecord, Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { incidentPacketView } from '../../../lib/render/monitors/incident-packet-view.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { ALERTS_READ, deliveriesOf, EVENTS_SHOWN, shownOutput } from './packet-parts.ts';
import { alsoFell } from './related-down.ts';

/** Its end is told by the check that finds it, or soon after. */
const TOLD_WITHIN_MS = HOUR_MS;

/** What is still known of an incident that is over. */
export async function closedIncident(
  ctx: Ctx<'owner'>,
  monitor: Monitor,
  number: number,
): Promise<IncidentPacket> {
  const { table, now } = ctx;
  const record = await recordOf(ctx, monitor, number);
  const endedAt = record.closedAt ?? record.openedAt;
  const toldBy = Math.max(endedAt, record.openedAt) + TOLD_WITHIN_MS;
  const [events, alerts, others] = await Promise.all([
    listEvents(table, monitor, { limit: LIMITS.eventsMax, before: endedAt + 1, now }),
    alertsBefore(table, monitor.id, { limit: ALERTS_READ, before: toldBy, now }),
    alsoFell(ctx, { monitor, openedAt: record.openedAt, endedAt }),
  ]);
  const failed = events.find(({ kind, at }) => kind === 'fail' && at >= record.downSince);
  return incidentPacketView({
    monitor,
    incident: {
      ...record,
      alertedAt: record.openedAt,
      ...(failed && failed.exitCode !== null && { failure: { exitCode: failed.exitCode } }),
    },
    isOpened: true,
    closed: { at: record.closedAt },
    isHeard: false,
    now,
    windows: [],
    sum: null,
    events: events.slice(0, EVENTS_SHOWN),
    output: await shownOutput(table, monitor.id, saidBy(events, record)),
    deliveries: deliveriesOf(alerts, number),
    others,
    changes: [],
    hint: null,
    drifts: [],
  });
}

/** The event under which the output of an incident is kept: of its failure, else the newest before it ended. */
function saidBy(events: readonly MonitorEvent[], record: IncidentRecord): string | undefined {
  const { downSince, closedAt } = record;
  const said = events.filter(({ hasOutput }) => hasOutput);
  const failed = said.find(({ kind, at }) => kind === 'fail' && at >= downSince);
  return (failed ?? said.find(({ at }) => closedAt === null || at < closedAt))?.id;
}

async function recordOf({ table }: Ctx, monitor: Monitor, number: number): Promise<IncidentRecord> {
  const [stored] = await getIncidents(table, [{ monitorId: monitor.id, number }]);
  const record = stored ?? monitor.unrecorded?.find((each) => each.number === number);
  if (record) return incidentNow(record, monitor);
  throw new Refusal(
    'not_found',
    `This monitor has no recorded incident ${number}. GET /api/incidents has the history.`,
  );
}
