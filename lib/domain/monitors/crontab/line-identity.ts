import type { MonitorSettings } from '../monitor.ts';

/** What a crontab line is known by: the name, schedule and zone it would give a monitor. */
export function lineIdentityOf(settings: Pick<MonitorSettings, 'name' | 'cron' | 'tz'>): string {
  return JSON.stringify([settings.name, settings.cron, settings.tz]);
}
