import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { monitorPage } from '../../../lib/data/monitors/monitor-pages.ts';
import { shown } from '../../../lib/domain/decision.ts';
import { isoOrNull } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { pauseEnd } from '../../../lib/domain/monitors/pause.ts';
import { normalTag } from '../../../lib/domain/monitors/settings/tags.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { listCursor, listPositionOf } from '../../../lib/flows/list-position.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import { isToPause, pauseAll } from './pause-all.ts';

export const pauseByTag: Handle<typeof catalogue.pauseByTag> = async (ctx, { query, body }) => {
  const until = body.until === null ? null : valueOrRefusal(pauseEnd(body.until, ctx.now, 'until'));
  const wish = { tag: tagOf(body.tag), until };
  const { spaces } = ctx.caller.owner;
  // A cursor goes on with this pause only.
  const list = `pause ${wish.tag} ${until} `;
  const { monitors, next } = await monitorPage(ctx.table, spaces, {
    ...(query.cursor !== undefined && { from: listPositionOf(list, query.cursor, spaces) }),
    isWanted: (monitor) => isToPause(monitor, wish),
    limit: LIMITS.monitorsPageMax,
    now: ctx.now,
  });
  const answer = {
    tag: wish.tag,
    paused_until: isoOrNull(until),
    matched: monitors.length,
    changed: await pauseAll(ctx, monitors, wish),
    ...(next && { next_cursor: listCursor(list, next) }),
  };
  // It is many transactions: its answer is kept when all are done.
  return ctx.commit(answer, null);
};

function tagOf(text: string): string {
  const tag = normalTag(text);
  if (tag !== null) return tag;
  const rule = `1 to ${LIMITS.tagMaxChars} characters out of a-z 0-9 . _ -`;
  throw new Refusal('tags_invalidas', `tag must have ${rule}; got ${shown(text)}.`);
}
