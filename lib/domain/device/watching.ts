import { LIMITS } from '../limits.ts';
import { defaultSettings, everyInterval, type DecidedSettings } from '../monitor/default-settings.ts';
import { monitorName } from '../monitor/name.ts';

/**
 * The settings that the monitor of a watched device begins with; then they are its own, as of any monitor. `ownAlertTo` is
 * whom the monitors of its owner mail by themselves.
 */
export function watchingSettings(deviceName: string, ownAlertTo: string | null | undefined): DecidedSettings {
  return defaultSettings(nameOf(deviceName), everyInterval(LIMITS.watchedIntervalSec), ownAlertTo);
}

/** A device may be called by punctuation alone, and a monitor not. */
function nameOf(deviceName: string): string {
  const [plain, said] = [monitorName(deviceName), monitorName(`Device ${deviceName}`)];
  if (plain.ok) return plain.value;
  return said.ok ? said.value : 'Device';
}
