import type { catalogue } from '../../lib/contract/catalogue.ts';
import { monitorView } from '../../lib/render/view/monitor-view.ts';
import { monitorPage } from '../../lib/data/monitor-pages.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { normalTag, tagsIn } from '../../lib/domain/monitor/tags.ts';
import { confirmedIds } from '../../lib/flows/confirmed.ts';
import { judgedNow } from '../../lib/flows/detect-outages.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { cursorOf, placeOf } from './list-cursor.ts';

export const listMonitors: Handle<typeof catalogue.listMonitors> = async (ctx, { query }) => {
  const { owner } = ctx.caller;
  const wanted = query.tag?.flatMap(tagsIn);
  const { monitors, next } = await monitorPage(ctx.table, owner.spaces, {
    ...(query.cursor !== undefined && { from: placeOf(query.cursor, owner.spaces) }),
    ...(wanted && { isWanted: (monitor: Monitor) => hasTags(monitor, wanted) }),
    limit: query.limit ?? LIMITS.monitorsPageMax,
    now: ctx.now,
  });
  const [judged, confirmed] = await Promise.all([
    judgedNow(ctx, monitors, ctx.now),
    confirmedIds(ctx.table, monitors),
  ]);
  return {
    endpoints: judged.map((monitor) =>
      monitorView(monitor, ctx.now, {
        ingestOrigin: ctx.origins.ingest,
        alertToConfirmed: confirmed.has(monitor.id),
      }),
    ),
    ...(wanted && { tags: wanted.map((tag) => normalTag(tag) ?? tag) }),
    guest: owner.id,
    ...(next && { next_cursor: cursorOf(next) }),
  };
};

/** A tag that could not be stored matches nothing. */
function hasTags(monitor: Monitor, wanted: readonly string[]): boolean {
  return wanted.every((text) => {
    const tag = normalTag(text);
    return tag !== null && monitor.tags.includes(tag);
  });
}
