import { scheduleBlindNotice } from '../../lib/data/alerts/blind-notices.ts';
import { moveDue } from '../../lib/data/monitors/due.ts';
import { getMonitor } from '../../lib/data/monitors/monitors.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { channelsOf, monitorToldBy } from '../../lib/domain/alerts/channel.ts';
import type { OwnerChannel } from '../../lib/domain/alerts/owner-channel.ts';
import { incidentRecords, latestRecords } from '../../lib/domain/monitors/incidents/incident-record.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import {
  changedByCheck,
  check,
  checkInMaintenance,
  withoutMaintained,
  type AlertDecision,
  type Checked,
} from '../../lib/domain/monitors/check.ts';
import { openAmong, withMaintenance } from '../../lib/domain/monitors/maintenance.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { lowerDue, staysDue } from '../../lib/domain/monitors/due-time.ts';
import { openWindow } from '../../lib/domain/monitors/outage/blind-window.ts';
import { extendedForOutage, notHeard } from '../../lib/domain/monitors/outage/deadline-extension.ts';
import { rollUpLookAt } from '../../lib/domain/statistics/roll-up.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { alertsFor, contentExtras } from './alerts-for.ts';
import type { CheckRun } from './check-run.ts';
import { ownersChannels, ownersWindows, toldByThoseThere } from './owners-channels.ts';
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
  const { monitor: extended, window } = extendedForOutage(recorded, run.path, now);
  const judged = await toldByThoseThere(deps, run, extended);
  const { monitor: found, decisions } = await checked(deps, run, judged);
  const after = { ...found, dueAt: nextLookWhile(run, found, window !== null) };
  if (window) await scheduleNotice(deps, run, monitor, window.from);
  const records = latestRecords([...unrecorded, ...incidentRecords(monitor, decisions, now)]);
  if (!changedByCheck(monitor, after) && records.length === 0) {
    const stays = run.mayStay === true && staysDue(monitor.dueAt, after.dueAt, now);
    if (!stays && after.dueAt !== monitor.dueAt) await moveDue(deps.table, monitor, after.dueAt);
    return [];
  }
  const owners = decisions.length === 0 ? [] : await ownersChannels(deps, run, monitor);
  const alerts = decisions.length === 0 ? [] : await alertsOf(deps, run, after, { decisions, owners });
  await writeChecked(deps, run, { before: monitor, after, alerts, records });
  return alerts
    .filter((alert) => alert.state === 'pending')
    .map((alert) => outgoingOf(alert, monitorToldBy(after, alert.channel, owners)));
}

/** What is found of a monitor, unless it is in maintenance: then every check looks again, since that may end early. */
async function checked(deps: CheckerDeps, run: CheckRun, judged: Monitor): Promise<Checked> {
  const { now } = run;
  const found = check(judged, now);
  if (found.decisions.length === 0) return found;
  const windows = await ownersWindows(deps, run, judged);
  if (windows.length === 0) return found;
  const isCovered = (at: Instant) => openAmong(windows, at) !== null;
  if (!isCovered(now))
    return withMaintenance(check({ ...judged, pending: withoutMaintained(judged, isCovered) }, now), windows);
  const { monitor, decisions } = checkInMaintenance(judged, isCovered);
  return { monitor: { ...monitor, dueAt: now + LOOK_AGAIN_MS }, decisions };
}

async function alertsOf(
  deps: CheckerDeps,
  { now, path }: CheckRun,
  monitor: Monitor,
  { decisions, owners }: { decisions: readonly AlertDecision[]; owners: readonly OwnerChannel[] },
): Promise<Alert[]> {
  const extras = await contentExtras(deps.table, monitor, decisions, now);
  const window = notHeard(monitor, path.windows, now);
  return alertsFor(monitor, decisions, { ...extras, owners, notHeard: window }, now);
}

/**
 * When a check looks next at what it leaves behind. During a blind window every check does, so that a silence not told
 * is told by the first one after it; and one does for days that are to be rolled up.
 */
function nextLookWhile({ path, now }: CheckRun, monitor: Monitor, isBlind: boolean): Instant | null {
  const again = isBlind && monitor.dueAt !== null && openWindow(path.windows) ? now + LOOK_AGAIN_MS : null;
  return lowerDue(lowerDue(monitor.dueAt, again), rollUpLookAt(monitor, now));
}

/**
 * Called before the extended deadline is written, so that the owner hears of the blind window even if that write is
 * lost.
 */
async function scheduleNotice(
  deps: CheckerDeps,
  run: CheckRun,
  monitor: Monitor,
  from: Instant,
): Promise<void> {
  if (channelsOf(monitor).length === 0 && (await ownersChannels(deps, run, monitor)).length === 0) return;
  const { spaceId, id: monitorId } = monitor;
  await scheduleBlindNotice(deps.table, {
    spaceId,
    from,
    monitorId,
    dueAt: run.now + LIMITS.checkEverySec * 1000,
  });
}
