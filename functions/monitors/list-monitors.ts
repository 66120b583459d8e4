import type { catalogue } from '../../lib/contract/catalogue.ts';
import { monitorView } from '../../lib/contract/monitor-view.ts';
import { listMonitors as readMonitors } from '../../lib/data/space-monitors.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { normalTag } from '../../lib/domain/monitor/tags.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { confirmedIds } from './confirmed.ts';

export const listMonitors: Handle<typeof catalogue.listMonitors> = async (ctx, { query }) => {
  const { owner } = ctx.caller;
  const monitors = (await readMonitors(ctx.table, owner.spaces, ctx.now)).filter((monitor) =>
    hasTags(monitor, query.tag),
  );
  const confirmed = await confirmedIds(ctx.table, monitors);
  return {
    endpoints: monitors.map((monitor) =>
      monitorView(monitor, ctx.now, {
        ingestOrigin: ctx.origins.ingest,
        alertToConfirmed: confirmed.has(monitor.id),
      }),
    ),
    ...(query.tag && { tags: query.tag.map((tag) => normalTag(tag) ?? tag) }),
    guest: owner.id,
  };
};

/** A tag that could not be stored matches nothing. */
function hasTags(monitor: Monitor, wanted: string[] = []): boolean {
  return wanted.every((text) => {
    const tag = normalTag(text);
    return tag !== null && monitor.tags.includes(tag);
  });
}
