import type { catalogue } from '../../lib/contract/catalogue.ts';
import type { PingView } from '../../lib/contract/monitor-output.ts';
import { pageOf } from '../../lib/contract/page.ts';
import { listEvents as readEvents, type MonitorEvent } from '../../lib/data/events.ts';
import { isoOf } from '../../lib/domain/instant.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { ownMonitor } from '../../lib/flows/own-monitor.ts';

export const listEvents: Handle<typeof catalogue.listEvents> = async (ctx, { params, query }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const events = await readEvents(ctx.table, monitor.id, pageOf(query, ctx.now));
  return { events: events.map(pingView) };
};

function pingView(event: MonitorEvent): PingView {
  return {
    id: event.id,
    kind: event.kind,
    rid: event.rid,
    duration_ms: event.durationMs,
    exit_code: event.exitCode,
    at: isoOf(event.at),
    status: event.status,
    latency_ms: event.latencyMs,
    source: event.source,
    has_body: event.hasOutput,
  };
}
