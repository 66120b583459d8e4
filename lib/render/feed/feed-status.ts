import type { FeedMonitor, FeedState, FeedUrls } from '../../domain/feed/feed-monitor.ts';
import { inRollOrder } from '../../domain/feed/roll-order.ts';
import { isInTrouble } from '../../domain/feed/standing.ts';
import { type Instant, isoOf, isoOrNull } from '../../domain/instant.ts';
import type { AlertReason } from '../../domain/monitors/monitor.ts';
import type { DriftKind } from '../../domain/monitors/rhythm/proposal.ts';

/** How many monitors stand how; paused ones count by their health (SPEC.md "FeedStatus"). */
export interface FeedSummary {
  total: number;
  ok: number;
  overdue: number;
  waiting_first_ping: number;
  inactive: number;
  all_ok: boolean;
}

/** One monitor as the JSON form shows it (SPEC.md "FeedStatus"). */
export interface FeedRow {
  badge: string;
  id: string;
  name: string;
  status: FeedState;
  healthy: boolean;
  overdue: boolean;
  interval_sec: number;
  last_event_at: string | null;
  miss_count: number;
  incident: { number: number; reason: AlertReason; since: string } | null;
  drifts: DriftKind[];
  maintenance: { until: string } | null;
  alerts: { email: boolean; url: boolean };
}

/** The JSON form of the status feed (SPEC.md "FeedStatus"). */
export interface FeedStatus {
  generated_at: string;
  summary: FeedSummary;
  endpoints: FeedRow[];
  _links: { self: string; html: string; json: string; rss: string; metrics: string; api_index: string };
}

/** The status feed at `now`, failures first (SPEC.md "FeedStatus"). */
export function feedStatusOf(input: {
  monitors: readonly FeedMonitor[];
  now: Instant;
  urls: FeedUrls;
}): FeedStatus {
  const { monitors, now, urls } = input;
  return {
    generated_at: isoOf(now),
    summary: summaryOf(monitors),
    endpoints: inRollOrder(monitors).map((monitor) => rowOf(monitor, urls)),
    _links: {
      self: urls.self,
      html: urls.html,
      json: urls.json,
      rss: urls.rss,
      metrics: urls.metrics,
      api_index: urls.apiIndex,
    },
  };
}

function rowOf(monitor: FeedMonitor, urls: FeedUrls): FeedRow {
  return {
    badge: urls.badge(monitor.rowId),
    id: monitor.rowId,
    name: monitor.name,
    status: monitor.state,
    healthy: monitor.healthy,
    overdue: monitor.overdue,
    interval_sec: monitor.intervalSec,
    last_event_at: isoOrNull(monitor.lastEventAt),
    miss_count: monitor.missCount,
    incident: monitor.incident && { ...monitor.incident, since: isoOf(monitor.incident.since) },
    drifts: monitor.drifts,
    maintenance: monitor.maintainedUntil === null ? null : { until: isoOf(monitor.maintainedUntil) },
    alerts: { email: monitor.alerts.email, url: monitor.alerts.url },
  };
}

function summaryOf(monitors: readonly FeedMonitor[]): FeedSummary {
  const active = monitors.filter((monitor) => monitor.state !== 'inactive');
  const overdue = active.filter((monitor) => monitor.overdue).length;
  const waiting = active.filter((monitor) => monitor.lastEventAt === null).length;
  return {
    total: monitors.length,
    ok: active.filter((monitor) => monitor.healthy).length,
    overdue,
    waiting_first_ping: waiting,
    inactive: monitors.length - active.length,
    all_ok: active.length > 0 && overdue === 0 && waiting === 0 && !active.some(isInTrouble),
  };
}
