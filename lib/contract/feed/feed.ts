import * as z from 'zod';
import { incident } from '../monitors/monitor-output.ts';
import { driftKind } from '../monitors/proposals.ts';
import type { Operation } from '../operation.ts';

/** SPEC.md "Feed". */
const feed = z.strictObject({
  token: z.string(),
  rotated: z.boolean(),
  json: z.string(),
  rss: z.string(),
  note: z.string(),
  api_index: z.string(),
});

const row = z.strictObject({
  badge: z.string(),
  id: z.string(),
  name: z.string(),
  status: z.enum(['ok', 'late', 'waiting', 'paused', 'inactive']),
  healthy: z.boolean(),
  overdue: z.boolean(),
  interval_sec: z.int(),
  last_event_at: z.iso.datetime().nullable(),
  miss_count: z.int(),
  incident,
  drifts: z
    .array(driftKind)
    .meta({ description: 'How its job has changed, as of the last daily look. Never an alert.' }),
  maintenance: z
    .strictObject({ until: z.iso.datetime() })
    .nullable()
    .meta({ description: 'While planned maintenance holds its new alerts back.' }),
  alerts: z.strictObject({ email: z.boolean(), url: z.boolean() }),
});

/** SPEC.md "FeedStatus". */
const feedStatus = z
  .strictObject({
    generated_at: z.iso.datetime(),
    summary: z.strictObject({
      total: z.int(),
      ok: z.int(),
      overdue: z.int(),
      waiting_first_ping: z.int(),
      inactive: z.int(),
      all_ok: z.boolean(),
    }),
    endpoints: z.array(row),
    _links: z.record(z.string(), z.string()),
  })
  .meta({ id: 'FeedStatus' });

const own = { area: 'feed', auth: 'owner', status: 200, output: { json: feed } } as const;
const open = {
  area: 'feed',
  method: 'GET',
  auth: 'none',
  status: 200,
  params: z.object({ token: z.string() }),
  conditional: true,
  refusesInKind: true,
  errors: ['not_found'],
} as const;
const page = {
  ...open,
  query: z.object({
    wall: z
      .string()
      .optional()
      .meta({ description: '`1` fills a screen on a wall with tiles in large type.' }),
  }),
  output: { contentType: 'text/html; charset=utf-8' },
} as const;

/** SPEC.md "Public dashboard": the feed token in the path is the credential. */
export const feedOperations = {
  getStatusFeed: {
    ...own,
    method: 'GET',
    path: '/api/status-feed',
    summary: 'Returns the addresses of your status feed; the first call creates them.',
    hints: { readOnly: false },
    errors: ['conflito'],
  },
  rotateStatusFeed: {
    ...own,
    method: 'DELETE',
    path: '/api/status-feed',
    summary: 'Replaces the token of your status feed; the old addresses stop working at once.',
    hints: { idempotent: false },
    secrets: ['token', 'json', 'rss'],
    errors: ['conflito'],
  },
  showFeedPage: { ...page, path: '/s/:token', summary: 'The dashboard as a page.' },
  showFeedHtml: { ...page, path: '/s/:token.html', summary: 'The dashboard as a page.' },
  showFeedJson: {
    ...open,
    path: '/s/:token.json',
    summary: 'The dashboard as JSON.',
    output: { json: feedStatus },
  },
  showFeedRss: {
    ...open,
    path: '/s/:token.rss',
    summary: 'The dashboard as RSS 2.0, one item per monitor; the guid changes with the state.',
    output: { contentType: 'application/rss+xml; charset=utf-8' },
  },
  showFeedMetrics: {
    ...open,
    path: '/s/:token/metrics',
    // As text for a scraper; the JSON says the same.
    toolset: false,
    summary: 'The dashboard as a text exposition for Prometheus.',
    output: { contentType: 'text/plain; version=0.0.4; charset=utf-8' },
  },
  showBadge: {
    ...open,
    path: '/s/:token/:monitor.svg',
    summary: 'A badge with the name and state of one monitor.',
    params: z.object({ token: z.string(), monitor: z.string() }),
    output: { contentType: 'image/svg+xml; charset=utf-8' },
  },
} as const satisfies Record<string, Operation>;
