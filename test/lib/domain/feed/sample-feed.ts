import type {
  FeedIncident,
  FeedMonitor,
  FeedState,
  FeedUrls,
} from '../../../../lib/domain/feed/feed-monitor.ts';

export const NOW = Date.parse('2026-08-01T03:00:00Z');
export const MINUTE = 60_000;

const BASE = 'https://status.example.com/s/TOKEN';

export const URLS: FeedUrls = {
  self: BASE,
  html: BASE,
  json: `${BASE}.json`,
  rss: `${BASE}.rss`,
  metrics: `${BASE}/metrics`,
  apiIndex: 'https://status.example.com/api/',
  badge: (rowId) => `${BASE}/${rowId}.svg`,
};

/** A job that said two minutes ago that it failed. */
export const FAILING: FeedIncident = { number: 3, reason: 'fail', since: NOW - 2 * MINUTE };

/** A monitor that answered four minutes ago and is due within six; its facts follow from `state`. */
export function feedMonitor(facts: Partial<FeedMonitor> = {}): FeedMonitor {
  const state: FeedState = facts.state ?? 'ok';
  const lastEventAt = state === 'waiting' ? null : NOW - (state === 'late' ? 14 : 4) * MINUTE;
  return {
    rowId: '0123456789abcdef01234567',
    name: 'nightly-backup',
    state,
    healthy: state === 'ok',
    overdue: state === 'late',
    intervalSec: 600,
    cron: null,
    tz: null,
    graceSec: null,
    nextExpectedAt: null,
    deadlineAt: lastEventAt === null ? null : lastEventAt + 10 * MINUTE,
    lastEventAt,
    missCount: 0,
    incident: null,
    drifts: [],
    maintainedUntil: null,
    createdAt: NOW - 1440 * MINUTE,
    stateSince: NOW - 60 * MINUTE,
    alerts: { email: true, url: false },
    tags: [],
    ...facts,
  };
}

/** A row id that ends in the given number. */
export function rowIdOf(number: number): string {
  return number.toString(16).padStart(24, '0');
}

/** Monitors in the given states, named `job 1`, `job 2` and so on. */
export function rollOf(states: readonly FeedState[]): FeedMonitor[] {
  return states.map((state, index) =>
    feedMonitor({ state, rowId: rowIdOf(index + 1), name: `job ${index + 1}` }),
  );
}
