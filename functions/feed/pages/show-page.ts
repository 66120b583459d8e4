import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { ShownPage } from '../../../lib/domain/feed/shown-page.ts';
import { standingOf } from '../../../lib/domain/feed/standing.ts';
import { countsBadgeSvg, standingBadgeSvg } from '../../../lib/render/feed/badge.ts';
import { feedPageSecurity, statusPageSecurity } from '../../../lib/render/feed/feed-page-security.ts';
import { countsOf } from '../../../lib/render/feed/headline.ts';
import { NO_PAGE } from '../../../lib/render/feed/missing-page.ts';
import { statusPageJson } from '../../../lib/render/feed/status-page-json.ts';
import { statusPage } from '../../../lib/render/feed/status-page.ts';
import { wallPage } from '../../../lib/render/feed/wall-page.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { BADGE_HEADERS } from '../show-badge.ts';
import { readStatusPage } from './read-status-page.ts';

/** What is remembered here is kept for as long elsewhere, so that nothing shown is older than a minute. */
const KEPT = { 'cache-control': 'public, max-age=30' };

export const showStatusPage: Handle<typeof catalogue.showStatusPage> = async (ctx, { params, query }) => {
  const page = await shown(ctx, params.page);
  if (query.wall === '1')
    return new Result(wallPage(page, page.asOf, page.title), { headers: { ...feedPageSecurity, ...KEPT } });
  return new Result(statusPage(page), { headers: { ...statusPageSecurity(page), ...KEPT } });
};

export const showStatusPageJson: Handle<typeof catalogue.showStatusPageJson> = async (ctx, { params }) =>
  new Result(statusPageJson(await shown(ctx, params.page)), {
    headers: { ...KEPT, 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' },
  });

/** Those of a tag are of the page's monitors alone, and of its own tags where it has some: which others they carry is nobody's business. */
export const showPageBadge: Handle<typeof catalogue.showPageBadge> = async (ctx, { params }) => {
  const text = badgeOf(await shown(ctx, params.page), params.badge);
  if (text === undefined) throw new Refusal('not_found', 'There is no such badge on this page.');
  return new Result(text, { headers: { ...BADGE_HEADERS, ...KEPT } });
};

function badgeOf({ title, tags: own, monitors }: ShownPage, name: string): string | undefined {
  const one = monitors.find(({ rowId }) => rowId === name);
  if (one) return standingBadgeSvg(one.name, standingOf(one));
  const tag = name.startsWith('tag-') ? name.slice('tag-'.length) : undefined;
  if (tag === undefined)
    return name === 'all' ? countsBadgeSvg(title, countsOf(monitors.map(standingOf))) : undefined;
  const isOwn = own.length === 0 || own.includes(tag);
  const some = monitors.filter(({ tags }) => isOwn && tags.includes(tag));
  return some.length === 0 ? undefined : countsBadgeSvg(tag, countsOf(some.map(standingOf)));
}

async function shown(ctx: Ctx, end: string): Promise<ShownPage> {
  const page = await readStatusPage(ctx, end);
  if (!page) throw new Refusal('not_found', NO_PAGE);
  return page;
}
