import type { QueueMessage } from '../../lib/adapters/queue.ts';
import { putAlertItem } from '../../lib/data/alerts.ts';
import { moveDue } from '../../lib/data/due.ts';
import { listEvents } from '../../lib/data/events.ts';
import { getMonitor, replaceMonitor, replaceMonitorItem } from '../../lib/data/monitors.ts';
import { retryLost } from '../../lib/data/retry-lost.ts';
import { transact } from '../../lib/data/table.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { changedByCheck, check } from '../../lib/domain/monitor/check.ts';
import { hintOf } from '../../lib/domain/monitor/doctor.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { alertsFor } from './alerts-for.ts';

/** Enough to see a constant offset, few enough to be one small read. */
const HINT_EVENTS = 20;

/**
 * Judges one due monitor. The incident and its alerts are one transaction, conditional on the state they were
 * decided from; whoever lost a race reads again. Returns what the queue should carry.
 */
export function checkMonitor(deps: CheckerDeps, seen: Monitor, now: Instant): Promise<QueueMessage[]> {
  return retryLost(async (lost) => {
    const monitor = lost ? await getMonitor(deps.table, seen.id) : seen;
    return monitor ? checkOnce(deps, monitor, now) : [];
  });
}

async function checkOnce(deps: CheckerDeps, monitor: Monitor, now: Instant): Promise<QueueMessage[]> {
  const { monitor: after, tellings } = check(monitor, now);
  if (!changedByCheck(monitor, after)) {
    if (after.dueAt !== monitor.dueAt) await moveDue(deps.table, monitor, after.dueAt);
    return [];
  }
  const hint = tellings.some((telling) => telling.reason === 'silence')
    ? await hintFor(deps, after, now)
    : null;
  const alerts = alertsFor(after, tellings, hint, now);
  const [first, ...more] = alerts.map((alert) => putAlertItem(deps.table, alert));
  if (!first) await replaceMonitor(deps.table, monitor, after);
  else await transact(deps.table, [replaceMonitorItem(deps.table, monitor, after), first, ...more]);
  return alerts
    .filter((alert) => alert.state === 'pending')
    .map((alert) => ({ kind: 'alert', monitorId: monitor.id, sk: alert.sk }));
}

/** Read only when a scheduled monitor is about to be told silent: most of those who are have the wrong zone. */
async function hintFor(deps: CheckerDeps, monitor: Monitor, now: Instant): Promise<string | null> {
  if (monitor.cron === null) return null;
  const events = await listEvents(deps.table, monitor.id, { limit: HINT_EVENTS, before: now + 1, now });
  return hintOf(monitor, events, now)?.detail ?? null;
}
