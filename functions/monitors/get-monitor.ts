import type { catalogue } from '../../lib/contract/catalogue.ts';
import { listChannelFailures } from '../../lib/data/channel-failures.ts';
import { listEvents, type MonitorEvent } from '../../lib/data/events.ts';
import { shownRecipientOf } from '../../lib/domain/alert/channel.ts';
import { isoOf, type Instant } from '../../lib/domain/instant.ts';
import { deadlineSum } from '../../lib/domain/incident/deadline-sum.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { scheduleOf } from '../../lib/domain/monitor/deadline.ts';
import { durationStats } from '../../lib/domain/monitor/duration-stats.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { scheduleHintOf } from '../../lib/domain/monitor/schedule-hint.ts';
import { extendedForOutage } from '../../lib/domain/outage/extended-for-outage.ts';
import { nextRuns } from '../../lib/domain/schedule/next-run.ts';
import { isConfirmed } from '../../lib/flows/confirmed.ts';
import { outagesNow } from '../../lib/flows/detect-outages.ts';
import { ownMonitor } from '../../lib/flows/own-monitor.ts';
import { deadlineSumView } from '../../lib/render/view/deadline-view.ts';
import { monitorView } from '../../lib/render/view/monitor-view.ts';
import { outageView } from '../../lib/render/view/outage-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { forOwner } from './for-owner.ts';

const NEXT_RUNS = 5;

export const getMonitor: Handle<typeof catalogue.getMonitor> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const [alertToConfirmed, events, evidence, failures] = await Promise.all([
    isConfirmed(ctx.table, monitor),
    listEvents(ctx.table, monitor.id, { limit: LIMITS.eventsMax, before: ctx.now + 1, now: ctx.now }),
    outagesNow(ctx, ctx.now),
    listChannelFailures(ctx.table, monitor.id),
  ]);
  const durations = events.flatMap((event) => (event.durationMs === null ? [] : [event.durationMs]));
  const { monitor: judged } = extendedForOutage(monitor, evidence, ctx.now);
  const sum = judged.active ? deadlineSum(judged, evidence.windows, ctx.now) : null;
  const view = monitorView(judged, ctx.now, { ingestOrigin: ctx.origins.ingest, alertToConfirmed });
  return {
    ...view,
    ...(ctx.caller.kind === 'owner' && (await forOwner(ctx, monitor))),
    duration: durationStats(durations),
    deadline: sum && deadlineSumView(sum),
    ...outageView(evidence),
    failing_channels: failures.map(({ channel, since, detail }) => ({
      channel,
      address: shownRecipientOf(monitor, channel),
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
