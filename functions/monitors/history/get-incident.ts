import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { listAlerts } from '../../../lib/data/alerts/alerts.ts';
import { listChanges } from '../../../lib/data/monitors/changes.ts';
import type { MonitorEvent } from '../../../lib/data/monitors/events.ts';
import { listAlerting } from '../../../lib/data/alerts/owners-alerting.ts';
import { shownAlertId } from '../../../lib/data/alerts/alert-keys.ts';
import { getOutput } from '../../../lib/data/monitors/job-outputs.ts';
import { outputTail } from '../../../lib/domain/alerts/output-tail.ts';
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
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { alsoDown } from './related-down.ts';

const EVENTS = 10;
const DELIVERIES = 20;
const CHANGES = 20;
/** Of which those of the incident are shown: as many repeats as a hundred days have. */
const ALERTS_READ = 200;

export const getIncident: Handle<typeof catalogue.getIncident> = async (ctx, { params }) => {
  const { table, now } = ctx;
  const seen = await ownMonitor(ctx, params.id);
  const path = await outagesNow(ctx, now);
  const { monitor } = extendedForOutage(seen, path, now);
  const incident = monitor.active ? incidentAt(monitor, now) : null;
  if (!incident) throw noIncident(monitor);
  const isOpened = monitor.incident?.number === incident.number;
  const [recorded, alerts, changes, others, isMailed, { channels, windowsOf }] = await Promise.all([
    eventsToLookAt(table, seen, now),
    listAlerts(table, monitor.id, { limit: ALERTS_READ }),
    listChanges(table, monitor.id, { limit: CHANGES, before: now + 1, now }),
    alsoDown(ctx, monitor.id, incident.openedAt),
    mailsSomebody(table, monitor),
    listAlerting(table, ctx.caller.owner.spaces),
  ]);
  const events = recorded.slice(0, EVENTS);
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
    deliveries: alerts
      .filter(({ content: { kind, incident: number } }) => isOf(kind) && number === incident.number)
      .slice(0, DELIVERIES)
      .map((alert) => ({ alert, id: shownAlertId(alert.sk) })),
    others,
    changes: changes.filter(({ at }) => at > (monitor.lastEventAt ?? monitor.createdAt - 1)),
    hint: scheduleHintOf(monitor, events, now),
    drifts: proposalsBeside(ctx, monitor, looked).drifts,
  });
};

function isOf(kind: string): boolean {
  return kind === 'miss' || kind === 'recovery';
}

function noIncident({ incidents }: Monitor): Refusal {
  const last = incidents === 0 ? 'it has had none' : `its last one was number ${incidents}`;
  return new Refusal(
    'not_found',
    `This monitor has no open incident; ${last}. GET /api/incidents has the history.`,
  );
}

/** What the job said of its failure, else the newest of its last signals that came with something. */
async function outputOf(
  { table }: Ctx,
  { id }: Monitor,
  { failure }: Incident,
  events: readonly MonitorEvent[],
): Promise<{ event: string; tail: string | null } | null> {
  const event = failure?.outputOf ?? events.find(({ hasOutput }) => hasOutput)?.id;
  const text = event === undefined ? undefined : await getOutput(table, id, event);
  return event === undefined || text === undefined ? null : { event, tail: outputTail(text) };
}
