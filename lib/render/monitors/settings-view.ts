import type { ExportedMonitor } from '../../contract/monitors/transfer.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor, MonitorSettings } from '../../domain/monitors/monitor.ts';

/**
 * What an owner chose for a monitor, in the fields of a creation: what is as by default is left out, and so is a pause,
 * which is no lasting choice.
 */
export function settingsView(monitor: MonitorSettings & Pick<Monitor, 'slug'>): ExportedMonitor {
  const { slug, name, intervalSec, cron, tz, graceSec, tags, maxDurationSec } = monitor;
  const { alertRepeatSec, alertAfterFailures } = monitor;
  return {
    ...(slug !== null && { slug }),
    name,
    ...(cron === null
      ? { interval_sec: intervalSec }
      : { cron, tz: tz ?? 'UTC', grace_sec: graceSec ?? LIMITS.graceDefaultSec }),
    ...(maxDurationSec !== null && { max_duration_sec: maxDurationSec }),
    ...(alertRepeatSec !== null && { alert_repeat_sec: alertRepeatSec }),
    ...(alertAfterFailures > 1 && { alert_after_failures: alertAfterFailures }),
    ...(!monitor.usesChannels && { alert_channels: false }),
    ...(tags.length > 0 && { tags }),
    ...(monitor.alertTo !== null && { alert_to: monitor.alertTo }),
    ...(monitor.alertUrl !== null && { alert_url: monitor.alertUrl }),
  };
}

/** The fields in which two choices differ, by their names on the wire. */
export function differingFields(one: ExportedMonitor, other: ExportedMonitor): string[] {
  const values = (settings: ExportedMonitor) =>
    new Map(Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]));
  const [first, second] = [values(one), values(other)];
  return [...new Set([...first.keys(), ...second.keys()])].filter(
    (name) => first.get(name) !== second.get(name),
  );
}
