import { hashOf, rowIdOf } from '../../lib/adapters/ids.ts';
import { ownerOfSpace } from '../../lib/data/owners.ts';
import { listMonitors } from '../../lib/data/space-monitors.ts';
import { scopeOfToken } from '../../lib/data/space-tokens.ts';
import { feedMonitorOf } from '../../lib/domain/feed/feed-monitor-of.ts';
import type { Feed, FeedUrls } from '../../lib/domain/feed/feed-monitor.ts';
import type { Ctx } from '../../lib/runtime/context.ts';

const FEED_TOKEN = /^[0-9A-Za-z]{43}$/;

/** The feed a token opens, or undefined for one that is unknown, rotated or malformed. Reads only. */
export async function readFeed(ctx: Ctx, token: string): Promise<Feed | undefined> {
  const scope = FEED_TOKEN.test(token) ? await scopeOfToken(ctx.table, 'feed', hashOf(token)) : undefined;
  const owner = scope && (await ownerOfSpace(ctx.table, scope.spaceId));
  if (!owner) return undefined;
  const monitors = await listMonitors(ctx.table, owner.spaces, ctx.now);
  return {
    monitors: monitors.map((monitor) => feedMonitorOf(monitor, rowIdOf(token, monitor.id), ctx.now)),
    urls: urlsOf(ctx.origins.base, token),
  };
}

function urlsOf(base: string, token: string): FeedUrls {
  const self = `${base}/s/${token}`;
  return {
    self,
    html: `${self}.html`,
    json: `${self}.json`,
    rss: `${self}.rss`,
    metrics: `${self}/metrics`,
    apiIndex: `${base}/api/`,
    badge: (rowId) => `${self}/${rowId}.svg`,
  };
}
