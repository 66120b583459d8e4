import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import type { Feed } from '../../lib/domain/feed/feed-monitor.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { feedMetrics } from '../../lib/render/feed/feed-metrics.ts';
import { feedPageSecurity } from '../../lib/render/feed/feed-page-security.ts';
import { feedPage } from '../../lib/render/feed/feed-page.ts';
import { feedRss } from '../../lib/render/feed/feed-rss.ts';
import { missingPage, NO_FEED, NO_PAGE } from '../../lib/render/feed/missing-page.ts';
import { wallPage } from '../../lib/render/feed/wall-page.ts';
import { feedStatusOf } from '../../lib/render/feed/feed-status.ts';
import type { InKind } from '../../lib/runtime/area.ts';
import type { Call } from '../../lib/runtime/call.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';
import { readFeed } from './read-feed.ts';

/** Within ten seconds the page and the JSON say the same, so that a poll can be answered with 304. */
const STEP_MS = 10_000;
/** The address is a secret: it stays out of search engines, Referers and shared caches. */
const PRIVATE = {
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

const PAGE = { ...PRIVATE, ...feedPageSecurity };

export const showFeedPage: Handle<typeof catalogue.showFeedPage> = async (ctx, { params, query }) => {
  const { feed, steady } = await shown(ctx, params.token);
  const text = query.wall === '1' ? wallPage(feed, steady) : feedPage(withPlainBadges(feed), steady);
  return new Result(text, { headers: PAGE });
};
export const showFeedHtml: Handle<typeof catalogue.showFeedHtml> = (ctx, input) => showFeedPage(ctx, input);

export const showFeedJson: Handle<typeof catalogue.showFeedJson> = async (ctx, { params }) => {
  const { feed, steady } = await shown(ctx, params.token);
  return new Result(feedStatusOf({ ...feed, now: steady }), { headers: PRIVATE });
};

export const showFeedRss: Handle<typeof catalogue.showFeedRss> = async (ctx, { params }) => {
  const { feed } = await shown(ctx, params.token);
  return new Result(feedRss(feed), { headers: PRIVATE });
};

export const showFeedMetrics: Handle<typeof catalogue.showFeedMetrics> = async (ctx, { params }) => {
  const { feed } = await shown(ctx, params.token);
  return new Result(feedMetrics(feed.monitors, ctx.now), { headers: PRIVATE });
};

/** The feed of a token, and the last step, as of which what is polled is written. Throws 404 for an unknown token. */
async function shown(ctx: Ctx, token: string): Promise<{ feed: Feed; steady: Instant }> {
  const feed = await readFeed(ctx, token);
  if (!feed) throw new Refusal('not_found', NO_FEED);
  return { feed, steady: Math.floor(ctx.now / STEP_MS) * STEP_MS };
}

function reasonOf({ path }: Call): typeof NO_FEED | typeof NO_PAGE {
  return path.startsWith('/status/') ? NO_PAGE : NO_FEED;
}

/** What an unknown token gets, in each form's own content type. */
export const missingFeed = {
  page: (_refusal: Refusal, call: Call): InKind => ({ text: missingPage(reasonOf(call)), headers: PAGE }),
  json: (_refusal: Refusal, call: Call): InKind => ({
    text: JSON.stringify({ error: 'not_found', detail: reasonOf(call) }),
    headers: PRIVATE,
  }),
  rss: (): InKind => ({
    text: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>No status feed here</title><link>https://rollcall.invalid/</link><description>${NO_FEED}</description></channel></rss>`,
    headers: PRIVATE,
  }),
  metrics: (): InKind => ({ text: `# ${NO_FEED}\n`, headers: PRIVATE }),
};

/** Paths instead of URLs: shorter, and the same host as the page whatever it is called. */
function withPlainBadges(feed: Feed): Feed {
  const { pathname } = new URL(feed.urls.self);
  return { ...feed, urls: { ...feed.urls, badge: (rowId) => `${pathname}/${rowId}.svg` } };
}
