import { getMonitor, monitorsToList } from '../../data/monitors/monitors.ts';
import type { Table } from '../../data/table.ts';
import type { Device } from '../../domain/machines/devices/device.ts';
import type { WatchedDevice } from '../../domain/machines/devices/watching.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';

/** A device with the monitor that watches it; without where there is none, or it was deleted as any monitor can be. */
export async function withWatcher(table: Table, device: Device): Promise<WatchedDevice> {
  const monitor = device.monitorId === null ? undefined : await getMonitor(table, device.monitorId);
  return watchedBy(device, monitor);
}

/** The same of several, in one read of their monitors. */
export async function withWatchers(table: Table, devices: readonly Device[]): Promise<WatchedDevice[]> {
  const ids = devices.flatMap(({ monitorId }) => monitorId ?? []);
  const monitors = new Map((await monitorsToList(table, ids)).map((monitor) => [monitor.id, monitor]));
  return devices.map((device) => watchedBy(device, monitors.get(device.monitorId ?? '')));
}

function watchedBy(device: Device, monitor: Monitor | undefined): WatchedDevice {
  const isWatching = monitor?.active === true && monitor.spaceId === device.spaceId;
  return { device, watcher: isWatching ? monitor : undefined };
}
