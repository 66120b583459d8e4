import * as z from 'zod';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { SPACE_MONITOR_PREFIX } from '../../lib/data/keys.ts';
import { monitorPage } from '../../lib/data/monitor-pages.ts';
import type { ListPlace } from '../../lib/data/space-monitors.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { hasTags, normalTag, tagsIn } from '../../lib/domain/monitor/tags.ts';
import { confirmedIds } from '../../lib/flows/confirmed.ts';
import { judgedNow } from '../../lib/flows/detect-outages.ts';
import { cursorPlace, cursorText } from '../../lib/flows/list-page.ts';
import { monitorView } from '../../lib/render/view/monitor-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

/** The pointer or block by its name, and how many monitors of it are behind. */
const place = z.tuple([
  z.string().regex(/^\+?[0-9A-Za-z]{1,40}$/),
  z.int().min(1).max(LIMITS.crontabMaxLines),
]);

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

/** The text of a place in the list of monitors. */
function cursorOf({ spaceId, sk, taken }: ListPlace): string {
  return cursorText(spaceId, [sk.slice(SPACE_MONITOR_PREFIX.length), taken]);
}

/** The place a cursor names. Throws 400 for what is no cursor of a list of these spaces. */
function placeOf(cursor: string, spaceIds: readonly string[]): ListPlace {
  const { listId: spaceId, place: read } = cursorPlace(cursor, spaceIds, place);
  const [name, taken] = read;
  return { spaceId, sk: SPACE_MONITOR_PREFIX + name, taken };
}
