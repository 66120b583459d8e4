import type {
  CreateMonitorBody,
  PatchMonitorBody,
  PutMonitorBody,
} from '../../lib/contract/monitors/monitor-input.ts';
import type { WantedSettings } from '../../lib/domain/monitors/settings/settings.ts';

/** The body's fields in our words. */
export function wantedOf(body: CreateMonitorBody | PatchMonitorBody | PutMonitorBody): WantedSettings {
  return {
    name: body.name,
    intervalSec: body.interval_sec,
    cron: body.cron,
    tz: body.tz,
    graceSec: body.grace_sec,
    pausedUntil: body.paused_until,
    maxDurationSec: body.max_duration_sec,
    alertRepeatSec: body.alert_repeat_sec,
    alertAfterFailures: body.alert_after_failures,
    usesChannels: body.alert_channels,
    tags: body.tags,
    alertTo: body.alert_to,
    alertUrl: body.alert_url,
  };
}
