import { alertingOf, type Alerting, type KeptChannel } from '../../lib/data/alerts/owner-channels.ts';
import { channelsHearing, isOwnerChannelId, speaksFor } from '../../lib/domain/alerts/owner-channel.ts';
import { windowsOfMonitor, type MaintenanceWindow } from '../../lib/domain/monitors/maintenance.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { realertOnlyBy } from '../../lib/domain/monitors/realert.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';

/**
 * The channels of its owner that speak for a monitor: read when something is told, once in a run for each space; anew where
 * that failed, and where the monitor is to be told by one that did not speak for it yet.
 */
export async function ownersChannels(
  deps: CheckerDeps,
  run: CheckRun,
  monitor: Monitor,
): Promise<KeptChannel[]> {
  const { spaceId, incident } = monitor;
  const known = speakingFor(await knownAlerting(deps, run, spaceId), monitor);
  const ids = new Set<string>(known.map(({ id }) => id));
  const isBehind = incident?.realertBy?.some((each) => isOwnerChannelId(each) && !ids.has(each)) === true;
  return isBehind ? speakingFor(await readAlerting(deps, run, spaceId), monitor) : known;
}

function speakingFor({ channels }: Alerting, monitor: Monitor): KeptChannel[] {
  return channels.filter((channel) => speaksFor(channel, monitor));
}

/** A monitor as it is judged: not to be told by a channel of its owner that is off, gone or hears other things by now. */
export async function toldByThoseThere(deps: CheckerDeps, run: CheckRun, monitor: Monitor): Promise<Monitor> {
  const { incident } = monitor;
  if (!incident?.realertBy?.some(isOwnerChannelId)) return monitor;
  const owners = await ownersChannels(deps, run, monitor);
  const hearing = channelsHearing(owners, monitor, { kind: 'miss', reason: incident.reason });
  const ids = new Set<string>(hearing.map(({ id }) => id));
  return realertOnlyBy(monitor, (each) => !isOwnerChannelId(each) || ids.has(each), run.now);
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
