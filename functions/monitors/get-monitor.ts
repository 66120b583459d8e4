import type { catalogue } from '../../lib/contract/catalogue.ts';
import { alertingOf } from '../../lib/data/alerts/owner-channels.ts';
import { listChannelFailures } from '../../lib/data/alerts/channel-failures.ts';
import type { MonitorEvent } from '../../lib/data/monitors/events.ts';
import { mediumOf, shownRecipientOf } from '../../lib/domain/alerts/channel.ts';
import { isOwnerChannelId } from '../../lib/domain/alerts/owner-channel.ts';
import { isoOf, type Instant } from '../../lib/domain/instant.ts';
import { deadlineSum } from '../../lib/domain/monitors/incidents/deadline-sum.ts';
import { scheduleOf } from '../../lib/domain/monitors/deadline.ts';
import { durationStats } from '../../lib/domain/monitors/duration-stats.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { openAmong, windowsOfMonitor } from '../../lib/domain/monitors/maintenance.ts';
import { scheduleHintOf } from '../../lib/domain/monitors/schedule-hint.ts';
import { isLearner } from '../../lib/domain/monitors/noted-proposal.ts';
import { extendedForOutage } from '../../lib/domain/monitors/outage/deadline-extension.ts';
import { nextRuns } from '../../lib/domain/schedule/next-run.ts';
import { mailsSomebody, reachingSomebody } from '../../lib/flows/alerts/address-consents.ts';
import { outagesNow } from '../../lib/flows/monitors/detect-outages.ts';
import { ownMonitor } from '../../lib/flows/monitors/own-monitor.ts';
import { eventsToLookAt, proposalsBeside } from '../../lib/flows/monitors/proposals.ts';
import { deadlineSumView, outageView } from '../../lib/render/monitors/deadline-view.ts';
import { openMaintenanceView } from '../../lib/render/monitors/maintenance-view.ts';
import { monitorView } from '../../lib/render/monitors/monitor-view.ts';
import { firstProposalView } from '../../lib/render/monitors/proposal-view.ts';
import { isReader } from '../../lib/runtime/callers/authenticate.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { channelsShown, forOwner } from './owner-view.ts';

const NEXT_RUNS = 5;

export const getMonitor: Handle<typeof catalogue.getMonitor> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const owner = ctx.caller.kind === 'owner' ? ctx.caller.owner : undefined;
  const [alertToConsented, events, evidence, failures, { channels, windows }] = await Promise.all([
    mailsSomebody(ctx.table, monitor),
    eventsToLookAt(ctx.table, monitor, ctx.now),
    outagesNow(ctx, ctx.now),
    listChannelFailures(ctx.table, monitor.id),
    alertingOf(ctx.table, monitor.spaceId),
  ]);
  const durations = events.flatMap((event) => (event.durationMs === null ? [] : [event.durationMs]));
  const { monitor: judged } = extendedForOutage(monitor, evidence, ctx.now);
  const sum = judged.active ? deadlineSum(judged, evidence.windows, ctx.now) : null;
  const view = monitorView(judged, ctx.now, { ingestOrigin: ctx.origins.ingest, alertToConsented });
  const found = proposalsBeside(ctx, monitor, { events, windows: evidence.windows, owner });
  return {
    ...view,
    proposal: firstProposalView(found),
    learning: isLearner(monitor) ? found.learning : null,
    ...(owner && {
      // What only reads is handed no secret that outlives it.
      ...(!isReader(ctx.caller) && (await forOwner(ctx, monitor))),
      ...channelsShown(await reachingSomebody(ctx.table, channels), owner, monitor),
    }),
    duration: durationStats(durations),
    deadline: sum && deadlineSumView(sum),
    ...outageView(evidence),
    maintenance: openMaintenanceView(openAmong(windowsOfMonitor(windows, monitor), ctx.now)),
    failing_channels: failures.map(({ channel, since, detail }) => ({
      channel: mediumOf(channel),
      ...(isOwnerChannelId(channel) && { channel_id: channel }),
      address: isOwnerChannelId(channel) ? null : shownRecipientOf(monitor, channel),
      since: isoOf(since),
      detail,
    })),
    ...scheduleOutlook(monitor, events, ctx.now),
  };
};

/** What a scheduled monitor shows beyond the specification: its next runs, and what looks wrong. */
function scheduleOutlook(monitor: Monitor, events: MonitorEvent[], now: Instant) {
  const schedule = scheduleOf(monitor);
  if (!schedule) return {};
  return {
    next_runs: nextRuns(schedule, now, NEXT_RUNS).map(isoOf),
    hint: scheduleHintOf(monitor, events, now),
  };
}
