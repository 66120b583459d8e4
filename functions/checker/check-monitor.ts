import { putAlertItem } from '../../lib/data/alerts.ts';
import { oweBlindNotice } from '../../lib/data/blind-notices.ts';
import { moveDue } from '../../lib/data/due.ts';
import { getMonitor, replaceMonitor, replaceMonitorItem } from '../../lib/data/monitors.ts';
import { retryLost } from '../../lib/data/retry-lost.ts';
import { transact } from '../../lib/data/table.ts';
import type { AlertRecord } from '../../lib/domain/alert/alert-record.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { changedByCheck, check, type Telling } from '../../lib/domain/monitor/check.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { hasChannel } from '../../lib/domain/monitor/state.ts';
import { openWindow } from '../../lib/domain/outage/blind-window.ts';
import { excused, notHeard } from '../../lib/domain/outage/excused.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { alertsFor } from './alerts-for.ts';
import type { CheckRun } from './check-run.ts';
import { noticeExtras } from './notice-extras.ts';
import { outgoingOf, type Outgoing } from './outgoing.ts';

/** Well before the next check. */
const LOOK_AGAIN_MS = (LIMITS.checkEverySec * 1000) / 2;

/**
 * Judges one due monitor. The incident and its alerts are one transaction, conditional on the state they were
 * decided from; whoever lost a race reads again. Returns what the queue should carry.
 */
export function checkMonitor(deps: CheckerDeps, run: CheckRun, seen: Monitor): Promise<Outgoing[]> {
  return retryLost(async (lost) => {
    const monitor = lost ? await getMonitor(deps.table, seen.id) : seen;
    // A life that began after this check is the next one's: its alerts are known by not being older than it.
    if (!monitor || monitor.createdAt > run.now) return [];
    return checkOnce(deps, run, monitor);
  });
}

async function checkOnce(deps: CheckerDeps, run: CheckRun, monitor: Monitor): Promise<Outgoing[]> {
  const { now } = run;
  const { monitor: judged, blindFrom } = excused(monitor, run.windows, now);
  const { monitor: found, tellings } = check(judged, now);
  const after = blindFrom === null ? found : { ...found, dueAt: nextLookWhile(run, found) };
  if (blindFrom !== null) await oweNotice(deps, monitor, blindFrom, now);
  if (!changedByCheck(monitor, after)) {
    if (after.dueAt !== monitor.dueAt) await moveDue(deps.table, monitor, after.dueAt);
    return [];
  }
  const alerts = tellings.length === 0 ? [] : await alertsOf(deps, run, after, tellings);
  await write(deps, monitor, after, alerts);
  return alerts.filter((alert) => alert.state === 'pending').map((alert) => outgoingOf(alert, after));
}

async function alertsOf(
  deps: CheckerDeps,
  { now, windows }: CheckRun,
  monitor: Monitor,
  tellings: readonly Telling[],
): Promise<AlertRecord[]> {
  const extras = await noticeExtras(deps.table, monitor, tellings, now);
  return alertsFor(monitor, tellings, { ...extras, notHeard: notHeard(monitor, windows) }, now);
}

/** While we are blind each check looks again: what was held is told by the first that sees. */
function nextLookWhile({ windows, now }: CheckRun, { dueAt }: Monitor): Instant | null {
  return openWindow(windows) && dueAt !== null ? Math.min(dueAt, now + LOOK_AGAIN_MS) : dueAt;
}

async function write(
  deps: CheckerDeps,
  before: Monitor,
  after: Monitor,
  alerts: AlertRecord[],
): Promise<void> {
  if (alerts.length === 0) return replaceMonitor(deps.table, before, after);
  const items = alerts.map((alert) => putAlertItem(deps.table, alert));
  await transact(deps.table, [replaceMonitorItem(deps.table, before, after), ...items]);
}

/** Before the excuse is written: an owner hears of a blind window even when the next call is lost. */
async function oweNotice(deps: CheckerDeps, monitor: Monitor, from: Instant, now: Instant): Promise<void> {
  if (!hasChannel(monitor)) return;
  const { spaceId, id: monitorId } = monitor;
  await oweBlindNotice(deps.table, { spaceId, from, monitorId, dueAt: now + LIMITS.checkEverySec * 1000 });
}
