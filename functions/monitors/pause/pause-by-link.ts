import { sameText } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { stillOwnedItem } from '../../../lib/data/accounts/owner-counters.ts';
import { ownerOfSpace, ownZoneOf, type Owner } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { settingsItems } from '../../../lib/data/monitors/settings-writes.ts';
import { transact } from '../../../lib/data/table.ts';
import { withSettings } from '../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { pausedByLink } from '../../../lib/domain/monitors/pause.ts';
import { judgedNow } from '../../../lib/flows/monitors/detect-outages.ts';
import { monitorShownAs } from '../../../lib/data/monitors/public-monitor-id.ts';
import { pausePage, refusedLinkPage } from '../../../lib/render/monitors/pause-page.ts';
import { plainPageSecurity } from '../../../lib/render/plain-page.ts';
import type { InKind } from '../../../lib/runtime/area.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { pauseToken } from '../../../lib/runtime/derived-secrets.ts';
import { Result } from '../../../lib/runtime/result.ts';

/** What a link is about, as it is now. */
interface Linked {
  monitor: Monitor;
  owner: Owner;
}

/** Asks; it changes nothing, since mail scanners and chats open links. */
export const showPause: Handle<typeof catalogue.showPause> = async (ctx, { params }) =>
  page(ctx, await linkedBy(ctx, params.token), params.token);

export const pauseByLink: Handle<typeof catalogue.pauseByLink> = async (ctx, { params }) => {
  const paused = await retryOnConflict(async () => pausedNow(ctx, await linkedBy(ctx, params.token)));
  return page(ctx, paused, params.token);
};

/** A person at a browser gets a page, with the way to where everything can be done. */
export function refusedPause({ code, detail = '' }: Refusal): InKind {
  return { text: refusedLinkPage({ code, detail }), headers: plainPageSecurity };
}

async function pausedNow(ctx: Ctx, { monitor: before, owner }: Linked): Promise<Linked> {
  const { table, now } = ctx;
  const settings = pausedByLink(before, now);
  if (!settings) return { monitor: before, owner };
  const [judged] = await judgedNow(ctx, [before], now);
  const after = withSettings(before, settings, now, judged);
  await transact(table, [
    stillOwnedItem(table, { ownerId: owner.id, spaceId: before.spaceId }),
    ...settingsItems(table, { before, after }, { by: 'pause_link', at: ctx.clock.now() }),
  ]);
  return { monitor: after, owner };
}

/** Throws 404 for a token that we did not write, that is too old, or whose monitor is deleted, rotated or somebody else's. */
async function linkedBy(ctx: Ctx, token: string): Promise<Linked> {
  const [id = '', end = ''] = token.split('.');
  const until = Number.parseInt(end, 36);
  const monitor = ctx.now < until ? await monitorShownAs(ctx.table, id) : undefined;
  const owner = monitor?.active ? await ownerOfSpace(ctx.table, monitor.spaceId) : undefined;
  if (monitor && owner && sameText(token, pauseToken(await ctx.secret(), owner.id, monitor, until)))
    return { monitor, owner };
  throw new Refusal('not_found', 'This link has expired, or its monitor is gone. Nothing was changed.');
}

function page(ctx: Ctx, { monitor, owner }: Linked, token: string): Result<string> {
  const zone = monitor.tz ?? ownZoneOf(owner);
  const canPause = pausedByLink(monitor, ctx.now) !== null;
  return new Result(pausePage(monitor, { zone, canPause, token, now: ctx.now }), {
    headers: plainPageSecurity,
  });
}
