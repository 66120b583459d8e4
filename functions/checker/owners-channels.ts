import { alertingOf, type Alerting, type KeptChannel } from '../../lib/data/alerts/owner-channels.ts';
import { isOwnerChannelId, speaksFor } from '../../lib/domain/alerts/owner-channel.ts';
import { windowsOfMonitor, type MaintenanceWindow } from '../../lib/domain/monitors/maintenance.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';

/**
 * The channels of its owner that speak for a monitor: read when something is told, once in a run for each space; anew where
 * that failed, and where the monitor is to be told by one that was not there yet.
 */
export async function ownersChannels(
  deps: CheckerDeps,
  run: CheckRun,
  monitor: Monitor,
): Promise<KeptChannel[]> {
  const { spaceId, incident } = monitor;
  const known = await knownAlerting(deps, run, spaceId);
  const ids = new Set<string>(known.channels.map(({ id }) => id));
  const isBehind = incident?.realertBy?.some((each) => isOwnerChannelId(each) && !ids.has(each)) === true;
  const { channels } = isBehind ? await readAlerting(deps, run, spaceId) : known;
  return channels.filter((channel) => speaksFor(channel, monitor));
}

/** The windows of maintenance of its owner that are for a monitor. */
export async function ownersWindows(
  deps: CheckerDeps,
  run: CheckRun,
  monitor: Monitor,
): Promise<MaintenanceWindow[]> {
  const { windows } = await knownAlerting(deps, run, monitor.spaceId);
  return windowsOfMonitor(windows, monitor);
}

function knownAlerting(deps: CheckerDeps, run: CheckRun, spaceId: string): Promise<Alerting> {
  return run.alerting.get(spaceId) ?? readAlerting(deps, run, spaceId);
}

function readAlerting({ table }: CheckerDeps, { alerting }: CheckRun, spaceId: string): Promise<Alerting> {
  const reading = alertingOf(table, spaceId);
  alerting.set(spaceId, reading);
  reading.catch(() => alerting.delete(spaceId));
  return reading;
}
