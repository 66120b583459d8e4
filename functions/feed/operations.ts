import type { Implementations } from '../../lib/runtime/area-handler.ts';
import { showBadge } from './show-badge.ts';
import { showFeedHtml, showFeedJson, showFeedMetrics, showFeedPage, showFeedRss } from './show-feed.ts';
import { getStatusFeed, rotateStatusFeed } from './status-feed.ts';

export const operations: Implementations<'feed'> = {
  getStatusFeed,
  rotateStatusFeed,
  showFeedPage,
  showFeedHtml,
  showFeedJson,
  showFeedRss,
  showFeedMetrics,
  showBadge,
};
