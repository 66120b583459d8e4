import { scheduleBlindNotice } from '../../lib/data/blind-notices.ts';
import { moveDue } from '../../lib/data/due.ts';
import { getMonitor } from '../../lib/data/monitors.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import type { Alert } from '../../lib/domain/alert/alert.ts';
import { channelsOf } from '../../lib/domain/alert/channel.ts';
import { incidentRecords, latestRecords } from '../../lib/domain/incident/incident-record.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { changedByCheck, check, type AlertDecision } from '../../lib/domain/monitor/check.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { openWindow } from '../../lib/domain/outage/blind-window.ts';
import { extendedForOutage, notHeard } from '../../lib/domain/outage/extended-for-outage.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { alertsFor, contentExtras } from './alerts-for.ts';
import type { CheckRun } from './check-run.ts';
import { outgoingOf, type Outgoing } from './outgoing.ts';
import { writeChecked } from './write-checked.ts';

/** Well before the next check. */
const LOOK_AGAIN_MS = (LIMITS.checkEverySec * 1000) / 2;

/**
 * Judges one due monitor. The incident, its record and its alerts are written in one transaction, conditional on the
 * state that they were decided from; on a conflict the monitor is read and judged again. Returns what the queue should carry.
 */
export function checkMonitor(deps: CheckerDeps, run: CheckRun, seen: Monitor): Promise<Outgoing[]> {
  return retryOnConflict(async (conflict) => {
    const monitor = conflict ? await getMonitor(deps.table, seen.id) : seen;
    // A monitor created after this check began is left to the next one: what is older than a life is taken for an alert
    // of the life before.
    if (!monitor || monitor.createdAt > run.now) return [];
    return checkOnce(deps, run, monitor);
  });
}

async function checkOnce(deps: CheckerDeps, run: CheckRun, monitor: Monitor): Promise<Outgoing[]> {
  const { now } = run;
  const { unrecorded = [], ...recorded } = monitor;
  const { monitor: judged, blindFrom } = extendedForOutage(recorded, run.windows, now);
  const { monitor: found, decisions } = check(judged, now);
  const after = blindFrom === null ? found : { ...found, dueAt: nextLookWhile(run, found) };
  if (blindFrom !== null) await scheduleNotice(deps, monitor, blindFrom, now);
  const records = latestRecords([...unrecorded, ...incidentRecords(monitor, decisions, now)]);
  if (!changedByCheck(monitor, after) && records.length === 0) {
    if (after.dueAt !== monitor.dueAt) await moveDue(deps.table, monitor, after.dueAt);
    return [];
  }
  const alerts = decisions.length === 0 ? [] : await alertsOf(deps, run, after, decisions);
  await writeChecked(deps, run, { before: monitor, after, alerts, records });
  return alerts.filter((alert) => alert.state === 'pending').map((alert) => outgoingOf(alert, after));
}

async function alertsOf(
  deps: CheckerDeps,
  { now, windows }: CheckRun,
  monitor: Monitor,
  decisions: readonly AlertDecision[],
): Promise<Alert[]> {
  const extras = await contentExtras(deps.table, monitor, decisions, now);
  return alertsFor(monitor, decisions, { ...extras, notHeard: notHeard(monitor, windows) }, now);
}

/** During a blind window every check looks again, so that a silence held back is told by the first check after it. */
function nextLookWhile({ windows, now }: CheckRun, { dueAt }: Monitor): Instant | null {
  return openWindow(windows) && dueAt !== null ? Math.min(dueAt, now + LOOK_AGAIN_MS) : dueAt;
}

/**
 * Called before the extended deadline is written, so that the owner hears of the blind window even if that write is
 * lost.
 */
async function scheduleNotice(
  deps: CheckerDeps,
  monitor: Monitor,
  from: Instant,
  now: Instant,
): Promise<void> {
  if (channelsOf(monitor).length === 0) return;
  const { spaceId, id: monitorId } = monitor;
  await scheduleBlindNotice(deps.table, {
    spaceId,
    from,
    monitorId,
    dueAt: now + LIMITS.checkEverySec * 1000,
  });
}
