import { LIMITS } from '../../limits.ts';
import {
  defaultMonitorSettings,
  everyInterval,
  type DecidedSettings,
} from '../../monitors/settings/default-settings.ts';
import type { Monitor } from '../../monitors/monitor.ts';
import { monitorName } from '../../monitors/settings/name.ts';
import type { Device } from './device.ts';

/** A device and the monitor that its readings move; undefined while nobody watches it. */
export interface WatchedDevice {
  device: Device;
  watcher: Monitor | undefined;
}

/**
 * The settings that the monitor of a watched device begins with; then they are its own, as of any monitor. `ownAlertTo` is
 * whom the monitors of its owner mail by themselves.
 */
export function watchingSettings(deviceName: string, ownAlertTo: string | null | undefined): DecidedSettings {
  return defaultMonitorSettings(nameOf(deviceName), everyInterval(LIMITS.watchedIntervalSec), ownAlertTo);
}

/** A device may be called by punctuation alone, and a monitor not. */
function nameOf(deviceName: string): string {
  const [plain, said] = [monitorName(deviceName), monitorName(`Device ${deviceName}`)];
  if (plain.ok) return plain.value;
  return said.ok ? said.value : 'Device';
}
