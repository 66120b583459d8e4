import type { Instant } from '../instant.ts';
import { incidentAt } from '../monitors/check.ts';
import { deadlineOf, isOverdue, nextExpectedAtOf } from '../monitors/deadline.ts';
import type { Monitor } from '../monitors/monitor.ts';
import { notedDriftsOf } from '../monitors/noted-proposal.ts';
import { stateOf, type MonitorState } from '../monitors/state.ts';
import type { FeedIncident, FeedMonitor } from './feed-monitor.ts';

/** What the monitor itself does not know of its row. */
export interface RowFacts {
  /** Derived from feed token and monitor. */
  rowId: string;
  /** Whether its alert address has consented; without that nothing is mailed. */
  hasConsented: boolean;
  /** Until when it is in maintenance. */
  maintainedUntil?: Instant | null;
}

/** A monitor as its owner's feed may show it. */
export function feedMonitorOf(
  monitor: Monitor,
  { rowId, hasConsented, maintainedUntil = null }: RowFacts,
  now: Instant,
): FeedMonitor {
  const { name, intervalSec, cron, tz, graceSec, lastEventAt, missCount, createdAt, tags } = monitor;
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
    nextExpectedAt: nextExpectedAtOf(monitor, now),
    deadlineAt: deadlineOf(monitor),
    lastEventAt,
    missCount,
    incident: incidentOf(monitor, now),
    drifts: notedDriftsOf(monitor),
    maintainedUntil,
    createdAt,
    stateSince: stateSince(monitor, state, now),
    ...(state === 'late' && { spellAt: lastSignAt(monitor, now) }),
    alerts: { email: monitor.alertTo !== null && hasConsented, url: monitor.alertUrl !== null },
    tags,
    ...(monitor.threshold && { isOfNumber: true as const }),
  };
}

function incidentOf(monitor: Monitor, now: Instant): FeedIncident | null {
  const incident = incidentAt(monitor, now);
  return incident && { number: incident.number, reason: incident.reason, since: incident.downSince };
}

/** When the present state truly began; the same however often it is asked. */
function stateSince(monitor: Monitor, state: MonitorState, now: Instant): Instant {
  const endOfPauseAt = pauseEndAt(monitor, now);
  switch (state) {
    case 'inactive':
      return monitor.deactivatedAt ?? monitor.createdAt;
    case 'paused':
      return monitor.pausedAt ?? monitor.createdAt;
    case 'waiting':
      return Math.max(monitor.createdAt, endOfPauseAt ?? 0);
    case 'late':
      return deadlineOf(monitor) ?? now;
    case 'ok':
      return Math.max(monitor.healthySince ?? monitor.createdAt, endOfPauseAt ?? 0);
  }
}

/** From when silence is counted. A new interval moves the deadline of a silence that goes on, and not this. */
function lastSignAt(monitor: Monitor, now: Instant): Instant {
  const { lastEventAt, healthySince, extendedUntil } = monitor;
  return Math.max(lastEventAt ?? 0, healthySince ?? 0, extendedUntil ?? 0, pauseEndAt(monitor, now) ?? 0);
}

function pauseEndAt(monitor: Monitor, now: Instant): Instant | null {
  const { pausedUntil, resumedAt } = monitor;
  return pausedUntil !== null && pausedUntil <= now ? pausedUntil : resumedAt;
}
