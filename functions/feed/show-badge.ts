import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { standingOf } from '../../lib/domain/feed/standing.ts';
import { badgeSvg } from '../../lib/render/feed/badge.ts';
import type { InKind } from '../../lib/runtime/area.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';
import { readFeedRow } from './read-feed.ts';

export const BADGE_HEADERS = {
  // Badges are embedded in other pages, so any may fetch them; an SVG opened by itself may still run nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex, nofollow',
};

/** The badge of a row id; the ingest id is not accepted, it is no row id (SPEC.md "Public dashboard"). */
export const showBadge: Handle<typeof catalogue.showBadge> = async (ctx, { params }) => {
  const monitor = await readFeedRow(ctx, params.token, params.monitor);
  if (!monitor) throw new Refusal('not_found', 'This feed has no such row.');
  return new Result(badgeSvg(monitor.name, monitor.state, standingOf(monitor)), {
    headers: { ...BADGE_HEADERS, 'cache-control': 'public, max-age=60' },
  });
};

/** A picture in place of a badge that is not there; nothing keeps it. */
export const missingBadge = (): InKind => ({
  text: badgeSvg('not found', 'inactive'),
  headers: BADGE_HEADERS,
});
