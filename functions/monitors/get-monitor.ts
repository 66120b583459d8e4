import type { catalogue } from '../../lib/contract/catalogue.ts';
import { monitorView } from '../../lib/contract/monitor-view.ts';
import { listChannelTroubles } from '../../lib/data/channel-troubles.ts';
import { listEvents, type MonitorEvent } from '../../lib/data/events.ts';
import { channelAddressOf } from '../../lib/domain/alert/channel-address.ts';
import { isoOf, type Instant } from '../../lib/domain/instant.ts';
import { scheduleOf } from '../../lib/domain/monitor/deadline.ts';
import { hintOf } from '../../lib/domain/monitor/doctor.ts';
import { durationStats } from '../../lib/domain/monitor/duration-stats.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { excused } from '../../lib/domain/outage/excused.ts';
import { nextRuns } from '../../lib/domain/schedule/next-run.ts';
import { isConfirmed } from '../../lib/flows/confirmed.ts';
import { sightNow } from '../../lib/flows/sight.ts';
import { sightView } from '../../lib/flows/sight-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { forOwner } from './for-owner.ts';
import { ownMonitor } from '../../lib/flows/own-monitor.ts';

const NEXT_RUNS = 5;

export const getMonitor: Handle<typeof catalogue.getMonitor> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const [alertToConfirmed, events, sight, troubles] = await Promise.all([
    isConfirmed(ctx.table, monitor),
    listEvents(ctx.table, monitor.id, { limit: LIMITS.eventsMax, before: ctx.now + 1, now: ctx.now }),
    sightNow(ctx, ctx.now),
    listChannelTroubles(ctx.table, monitor.id),
  ]);
  const durations = events.flatMap((event) => (event.durationMs === null ? [] : [event.durationMs]));
  const { monitor: judged } = excused(monitor, sight.windows, ctx.now);
  const view = monitorView(judged, ctx.now, { ingestOrigin: ctx.origins.ingest, alertToConfirmed });
  return {
    ...view,
    ...(ctx.caller.kind === 'guest' && (await forOwner(ctx, monitor))),
    duration: durationStats(durations),
    ...sightView(sight),
    failing_channels: troubles.map(({ channel, since, detail }) => ({
      channel,
      address: channelAddressOf(monitor, channel),
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
  return { next_runs: nextRuns(schedule, now, NEXT_RUNS).map(isoOf), hint: hintOf(monitor, events, now) };
}
