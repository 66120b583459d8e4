import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { listAlerts } from '../../../lib/data/alerts/alerts.ts';
import { listChanges } from '../../../lib/data/monitors/changes.ts';
import type { MonitorEvent } from '../../../lib/data/monitors/events.ts';
import { listAlerting } from '../../../lib/data/alerts/owners-alerting.ts';
import { channelsFor, channelsHearing } from '../../../lib/domain/alerts/owner-channel.ts';
import { deadlineSum } from '../../../lib/domain/monitors/incidents/deadline-sum.ts';
import { incidentAt } from '../../../lib/domain/monitors/check.ts';
import type { Incident, Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { scheduleHintOf } from '../../../lib/domain/monitors/schedule-hint.ts';
import { extendedForOutage } from '../../../lib/domain/monitors/outage/deadline-extension.ts';
import { mailsSomebody, reachingSomebody } from '../../../lib/flows/alerts/address-consents.ts';
import { eventsToLookAt, proposalsBeside } from '../../../lib/flows/monitors/proposals.ts';
import { outagesNow } from '../../../lib/flows/monitors/detect-outages.ts';
import { ownMonitor } from '../../../lib/flows/monitors/own-monitor.ts';
import { incidentPacketView } from '../../../lib/render/monitors/incident-packet-view.ts';
import type { KnownIncident } from '../../../lib/render/monitors/known-incident.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { closedIncident } from './closed-incident.ts';
import { ALERTS_READ, deliveriesOf, EVENTS_SHOWN, shownOutput } from './packet-parts.ts';
import { alsoDown } from './related-down.ts';

const CHANGES = 20;

export const getIncident: Handle<typeof catalogue.getIncident> = async (ctx, { params, query }) => {
  const { table, now } = ctx;
  const seen = await ownMonitor(ctx, params.id);
  const path = await outagesNow(ctx, now);
  const { monitor } = extendedForOutage(seen, path, now);
  const incident = monitor.active ? incidentAt(monitor, now) : null;
  if (query.number !== undefined && query.number !== incident?.number)
    return closedIncident(ctx, seen, query.number);
  if (!incident) throw noIncident(monitor);
  const isOpened = monitor.incident?.number === incident.number;
  const [recorded, alerts, changes, others, isMailed, { channels, windowsOf }] = await Promise.all([
    eventsToLookAt(table, seen, now),
    listAlerts(table, monitor.id, { limit: ALERTS_READ }),
    listChanges(table, monitor.id, { limit: CHANGES, before: now + 1, now }),
    alsoDown(ctx, monitor, incident.openedAt),
    mailsSomebody(table, monitor),
    listAlerting(table, ctx.caller.owner.spaces),
  ]);
  const events = recorded.slice(0, EVENTS_SHOWN);
  const speaking = channelsFor(channels, monitor, ctx.caller.owner.spaces[0]);
  const about = { kind: 'miss', reason: incident.reason } as const;
  const hearing = await reachingSomebody(table, channelsHearing(speaking, monitor, about));
  const looked = { events: recorded, windows: path.windows, owner: ctx.caller.owner };
  return incidentPacketView({
    monitor,
    incident,
    isOpened,
    isHeard: monitor.alertUrl !== null || isMailed || hearing.length > 0,
    now,
    windows: windowsOf(monitor),
    sum: deadlineSum(monitor, path.windows, now),
    events,
    output: await outputOf(ctx, monitor, incident, events),
    deliveries: deliveriesOf(alerts, incident.number),
    others,
    changes: changes.filter(({ at }) => at > (monitor.lastEventAt ?? monitor.createdAt - 1)),
    hint: scheduleHintOf(monitor, events, now),
    drifts: proposalsBeside(ctx, monitor, looked).drifts,
  });
};

function noIncident({ incidents }: Monitor): Refusal {
  const last = incidents === 0 ? 'it has had none' : `its last one was number ${incidents}`;
  return new Refusal(
    'not_found',
    `This monitor has no open incident; ${last}. GET /api/incidents has the history.`,
  );
}

/** What the job said of its failure, else the newest of its last signals that came with something. */
function outputOf(
  { table }: Ctx,
  { id }: Monitor,
  { failure }: Incident,
  events: readonly MonitorEvent[],
): Promise<KnownIncident['output']> {
  return shownOutput(table, id, failure?.outputOf ?? events.find(({ hasOutput }) => hasOutput)?.id);
}
