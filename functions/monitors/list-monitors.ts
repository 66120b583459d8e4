import type { catalogue } from '../../lib/contract/catalogue.ts';
import { monitorPage } from '../../lib/data/monitor-pages.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { hasTags, normalTag, tagsIn } from '../../lib/domain/monitor/tags.ts';
import { confirmedIds } from '../../lib/flows/confirmed.ts';
import { judgedNow } from '../../lib/flows/detect-outages.ts';
import { monitorView } from '../../lib/render/view/monitor-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { listCursor, listPlaceOf } from './list-place.ts';

/** Its cursors are as they always were. */
const LIST = '';

export const listMonitors: Handle<typeof catalogue.listMonitors> = async (ctx, { query }) => {
  const { owner } = ctx.caller;
  const wanted = query.tag?.flatMap(tagsIn);
  const { monitors, next } = await monitorPage(ctx.table, owner.spaces, {
    ...(query.cursor !== undefined && { from: listPlaceOf(LIST, query.cursor, owner.spaces) }),
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
    guest: owner.kind === 'guest' ? owner.id : null,
    ...(next && { next_cursor: listCursor(LIST, next) }),
  };
};
