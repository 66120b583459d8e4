import * as z from 'zod';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import type { PingView } from '../../lib/contract/monitor-output.ts';
import { listEvents as readEvents, type MonitorEvent } from '../../lib/data/events.ts';
import { isoOf } from '../../lib/domain/instant.ts';
import { readPage } from '../../lib/flows/list-page.ts';
import { ownMonitor } from '../../lib/flows/own-monitor.ts';
import type { Handle } from '../../lib/runtime/context.ts';

/** The id of the last event shown. */
const place = z.tuple([z.string().regex(/^\d{14}-[0-9a-z]{1,20}$/)]).transform(([id]) => id);

export const listEvents: Handle<typeof catalogue.listEvents> = async (ctx, { params, query }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const { entries, next } = await readPage(
    {
      id: monitor.id,
      place,
      read: (part) => readEvents(ctx.table, monitor.id, part),
      placeOf: ({ id }) => [id],
    },
    query,
    ctx.now,
  );
  return { events: entries.map(pingView), ...next };
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
