import type { catalogue } from '../../lib/contract/catalogue.ts';
import { monitorView } from '../../lib/contract/monitor-view.ts';
import { listEvents } from '../../lib/data/events.ts';
import { durationStats } from '../../lib/domain/monitor/duration-stats.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { isConfirmed } from './confirmed.ts';
import { ownMonitor } from './own-monitor.ts';

export const getMonitor: Handle<typeof catalogue.getMonitor> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const [alertToConfirmed, events] = await Promise.all([
    isConfirmed(ctx.table, monitor),
    listEvents(ctx.table, monitor.id, { limit: LIMITS.eventsMax, before: ctx.now + 1, now: ctx.now }),
  ]);
  const durations = events.flatMap((event) => (event.durationMs === null ? [] : [event.durationMs]));
  const view = monitorView(monitor, ctx.now, { ingestOrigin: ctx.origins.ingest, alertToConfirmed });
  return { ...view, duration: durationStats(durations) };
};
