import type { catalogue } from '../../lib/contract/catalogue.ts';
import { badgeSvg } from '../../lib/domain/feed/badge.ts';
import { standingOf } from '../../lib/domain/feed/standing.ts';
import { TextReply, type Handle } from '../../lib/runtime/context.ts';
import { conditional } from './conditional.ts';
import { readFeedRow } from './read-feed.ts';

const HEADERS = {
  // Badges are embedded in other pages, so any may fetch them; an SVG opened by itself may still run nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex, nofollow',
};

/** The badge of a row id; the ingest id is not accepted, it is no row id (SPEC.md "Public dashboard"). */
export const showBadge: Handle<typeof catalogue.showBadge> = async (ctx, { params }) => {
  const monitor = await readFeedRow(ctx, params.token, params.monitor);
  if (!monitor)
    return new TextReply(badgeSvg('not found', 'inactive'), { ...HEADERS, 'cache-control': 'no-store' }, 404);
  return conditional(ctx, badgeSvg(monitor.name, monitor.state, standingOf(monitor)), {
    ...HEADERS,
    'cache-control': 'public, max-age=60',
  });
};
