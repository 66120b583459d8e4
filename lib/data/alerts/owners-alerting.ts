import {
  isFor,
  openWindows,
  windowsOfMonitor,
  type MaintenanceWindow,
  type OpenWindow,
} from '../../domain/monitors/maintenance.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { Table } from '../table.ts';
import { spaceWithChannels, type KeptChannel } from './owner-channels.ts';

/** What an owner has in all of its spaces, and the windows that are for one of its monitors. */
export interface OwnersAlerting {
  channels: KeptChannel[];
  windowsOf(monitor: Pick<Monitor, 'spaceId' | 'tags'>): MaintenanceWindow[];
  /** The window that a monitor is in at an instant; worked out once for all monitors. */
  openAt(now: Instant): (monitor: Pick<Monitor, 'spaceId' | 'tags'>) => OpenWindow | null;
}

/** Of an owner's spaces, its first one first: the windows of that are for all its monitors, as its channels are. */
export async function listAlerting(table: Table, spaceIds: readonly string[]): Promise<OwnersAlerting> {
  const found = await Promise.all(spaceIds.map((spaceId) => spaceWithChannels(table, spaceId)));
  const made = found.flatMap(({ windows }, at) =>
    windows.map((window) => ({ window, spaceId: spaceIds[at] })),
  );
  const windowsFor = ({ spaceId }: Pick<Monitor, 'spaceId'>) =>
    made.flatMap((each) => ([spaceIds[0], spaceId].includes(each.spaceId) ? [each.window] : []));
  const all = made.map(({ window }) => window);
  return {
    channels: found.flatMap((each) => each.channels),
    windowsOf: (monitor) => windowsOfMonitor(windowsFor(monitor), monitor),
    openAt: (now) => {
      const open = openWindows(all, now);
      return (monitor) => {
        const own = open.length === 0 ? [] : windowsFor(monitor);
        return open.find(({ window }) => own.includes(window) && isFor(window, monitor)) ?? null;
      };
    },
  };
}

/**
 * The windows that may be for the monitors of a space, to be shown: one read, of a claimed space two. One that an older release
 * claimed does not say whose it is, and shows its own alone.
 */
export async function windowsOfSpace(table: Table, spaceId: string): Promise<MaintenanceWindow[]> {
  const { space, windows } = await spaceWithChannels(table, spaceId);
  const homeId = space?.homeId;
  if (homeId == null || homeId === spaceId) return windows;
  return [...(await spaceWithChannels(table, homeId)).windows, ...windows];
}

/** Of those that are shown, the ones that are for a monitor. */
export async function maintenanceOfMonitor(table: Table, monitor: Monitor): Promise<MaintenanceWindow[]> {
  return windowsOfMonitor(await windowsOfSpace(table, monitor.spaceId), monitor);
}
