import type { catalogue } from '../../lib/contract/catalogue.ts';
import { feedMetrics } from '../../lib/domain/feed/feed-metrics.ts';
import type { Feed } from '../../lib/domain/feed/feed-monitor.ts';
import { feedPage } from '../../lib/domain/feed/feed-page.ts';
import { feedPageSecurity } from '../../lib/domain/feed/feed-page-security.ts';
import { feedRss } from '../../lib/domain/feed/feed-rss.ts';
import { feedStatusOf } from '../../lib/domain/feed/feed-status.ts';
import { missingPage, NO_FEED } from '../../lib/domain/feed/missing-page.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { TextReply, type Ctx, type Handle } from '../../lib/runtime/context.ts';
import { conditional } from './conditional.ts';
import { readFeed } from './read-feed.ts';

/** Within ten seconds the page and the JSON say the same, so that a poll can be answered with 304. */
const STEP_MS = 10_000;
/** The address is a secret: it stays out of search engines, Referers and shared caches. */
const PRIVATE = {
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

interface Form {
  render(feed: Feed, now: Instant): string;
  headers: Record<string, string>;
  /** Written as of the last step, so that it stays the same for that long. */
  steady: boolean;
  /** What an unknown token gets, in the form's own content type. */
  missing: string;
}

const page: Form = {
  render: (feed, now) => feedPage(withPlainBadges(feed), now),
  steady: true,
  headers: { ...PRIVATE, ...feedPageSecurity },
  missing: missingPage(),
};
const json: Form = {
  render: ({ monitors, urls }, now) => JSON.stringify(feedStatusOf({ monitors, now, urls })),
  steady: true,
  headers: PRIVATE,
  missing: JSON.stringify({ error: 'not_found', detail: NO_FEED }),
};
const rss: Form = {
  render: feedRss,
  steady: true,
  headers: PRIVATE,
  missing: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>No status feed here</title><link>https://rollcall.invalid/</link><description>${NO_FEED}</description></channel></rss>`,
};
const metrics: Form = {
  render: ({ monitors }, now) => feedMetrics(monitors, now),
  steady: false,
  headers: PRIVATE,
  missing: `# ${NO_FEED}\n`,
};

export const showFeedPage: Handle<typeof catalogue.showFeedPage> = (ctx, { params }) =>
  show(ctx, params.token, page);
export const showFeedHtml: Handle<typeof catalogue.showFeedHtml> = (ctx, { params }) =>
  show(ctx, params.token, page);
export const showFeedJson: Handle<typeof catalogue.showFeedJson> = (ctx, { params }) =>
  show(ctx, params.token, json);
export const showFeedRss: Handle<typeof catalogue.showFeedRss> = (ctx, { params }) =>
  show(ctx, params.token, rss);
export const showFeedMetrics: Handle<typeof catalogue.showFeedMetrics> = (ctx, { params }) =>
  show(ctx, params.token, metrics);

async function show(ctx: Ctx, token: string, form: Form): Promise<TextReply> {
  const feed = await readFeed(ctx, token);
  if (!feed) return new TextReply(form.missing, form.headers, 404);
  const asOf = form.steady ? Math.floor(ctx.now / STEP_MS) * STEP_MS : ctx.now;
  return conditional(ctx, form.render(feed, asOf), form.headers);
}

/** Paths instead of URLs: shorter, and the same host as the page whatever it is called. */
function withPlainBadges(feed: Feed): Feed {
  const { pathname } = new URL(feed.urls.self);
  return { ...feed, urls: { ...feed.urls, badge: (rowId) => `${pathname}/${rowId}.svg` } };
}
