import { checkBadgeOperations } from '../../lib/contract/feed/check-badges.ts';
import { feedOperations } from '../../lib/contract/feed/feed.ts';
import { statusPageOperations } from '../../lib/contract/feed/status-pages.ts';
import { area } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { nowhereReply } from '../../lib/runtime/not-found-page.ts';
import {
  createStatusPage,
  deleteStatusPage,
  getStatusPage,
  listStatusPages,
  pageSecrets,
  patchStatusPage,
  rotateStatusPage,
} from './pages/status-pages.ts';
import { showPageBadge, showStatusPage, showStatusPageJson } from './pages/show-page.ts';
import { missingBadge, showBadge } from './show-badge.ts';
import { showChecksBadge, showTagBadge } from './show-check-badge.ts';
import {
  missingFeed,
  showFeedHtml,
  showFeedJson,
  showFeedMetrics,
  showFeedPage,
  showFeedRss,
} from './show-feed.ts';
import { getStatusFeed, rotateStatusFeed, statusFeedSecrets } from './status-feed.ts';

export const operations = area({
  declared: { ...feedOperations, ...checkBadgeOperations, ...statusPageOperations },
  callsAt: 'feed',
  implemented: {
    getStatusFeed,
    rotateStatusFeed,
    showFeedPage,
    showFeedHtml,
    showFeedJson,
    showFeedRss,
    showFeedMetrics,
    showBadge,
    showChecksBadge,
    showTagBadge,
    listStatusPages,
    createStatusPage,
    getStatusPage,
    patchStatusPage,
    deleteStatusPage,
    rotateStatusPage,
    showStatusPage,
    showStatusPageJson,
    showPageBadge,
  },
  once,
  derive: {
    rotateStatusFeed: statusFeedSecrets,
    createStatusPage: pageSecrets,
    patchStatusPage: pageSecrets,
    rotateStatusPage: pageSecrets,
  },
  inKind: {
    'text/html; charset=utf-8': missingFeed.page,
    'application/json; charset=utf-8': missingFeed.json,
    'application/rss+xml; charset=utf-8': missingFeed.rss,
    'text/plain; version=0.0.4; charset=utf-8': missingFeed.metrics,
    'image/svg+xml; charset=utf-8': missingBadge,
  },
  nowhere: nowhereReply,
});

export const feedHandler = (deps: ApiDeps): LambdaHandler => areaHandler(operations, deps);
