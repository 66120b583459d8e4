import { getMonitor, getMonitors } from '../data/monitors.ts';
import type { Table } from '../data/table.ts';
import type { Device } from '../domain/device/device.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';

type Watched = Pick<Device, 'monitorId' | 'spaceId'>;

/** The monitor that watches a device; undefined where there is none, or it was deleted as any monitor can be. */
export async function watcherOf(table: Table, device: Watched): Promise<Monitor | undefined> {
  const monitor = device.monitorId === null ? undefined : await getMonitor(table, device.monitorId);
  return monitor && isWatching(monitor, device) ? monitor : undefined;
}

/** The same of several devices, in one read of them all; by the id of the device. */
export async function watchersOf(table: Table, devices: readonly Device[]): Promise<Map<string, Monitor>> {
  const ids = devices.flatMap(({ monitorId }) => monitorId ?? []);
  const monitors = new Map((await getMonitors(table, ids)).map((monitor) => [monitor.id, monitor]));
  const pairs = devices.flatMap((device): [string, Monitor][] => {
    const monitor = monitors.get(device.monitorId ?? '');
    return monitor && isWatching(monitor, device) ? [[device.id, monitor]] : [];
  });
  return new Map(pairs);
}

function isWatching({ active, spaceId }: Monitor, device: Watched): boolean {
  return active && spaceId === device.spaceId;
}
