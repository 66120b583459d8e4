import type { Instant } from '../instant.ts';
import { deadlineOf, isOverdue } from '../monitor/deadline.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { stateOf, type MonitorState } from '../monitor/state.ts';
import type { FeedMonitor } from './feed-monitor.ts';

/** A monitor as its owner's feed may show it. The row id is derived by the caller from feed token and monitor. */
export function feedMonitorOf(monitor: Monitor, rowId: string, now: Instant): FeedMonitor {
  const { name, intervalSec, cron, tz, graceSec, nextExpectedAt, lastEventAt, missCount, createdAt, tags } =
    monitor;
  const overdue = isOverdue(monitor, now);
  const state = stateOf(monitor, now);
  return {
    rowId,
    name,
    state,
    healthy: lastEventAt !== null && !overdue,
    overdue,
    intervalSec,
    cron,
    tz,
    graceSec,
    nextExpectedAt,
    deadlineAt: deadlineOf(monitor),
    lastEventAt,
    missCount,
    createdAt,
    stateSince: stateSince(monitor, state, now),
    alerts: { email: monitor.alertTo !== null, url: monitor.alertUrl !== null },
    tags,
  };
}

/** When the present state truly began; the same however often it is asked. */
function stateSince(monitor: Monitor, state: MonitorState, now: Instant): Instant {
  const pauseEndAt =
    monitor.pausedUntil !== null && monitor.pausedUntil <= now ? monitor.pausedUntil : monitor.resumedAt;
  switch (state) {
    case 'inactive':
      return monitor.deactivatedAt ?? monitor.createdAt;
    case 'paused':
      return monitor.pausedAt ?? monitor.createdAt;
    case 'waiting':
      return Math.max(monitor.createdAt, pauseEndAt ?? 0);
    case 'late':
      return deadlineOf(monitor) ?? now;
    case 'ok':
      return Math.max(monitor.healthySince ?? monitor.createdAt, pauseEndAt ?? 0);
  }
}
