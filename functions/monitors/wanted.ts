import type {
  CreateMonitorBody,
  PatchMonitorBody,
  PutMonitorBody,
} from '../../lib/contract/monitor-input.ts';
import { ownAlertToOf } from '../../lib/data/owners.ts';
import type { Ctx } from '../../lib/runtime/context.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import type { Decision } from '../../lib/domain/decision.ts';
import type { SettingsRefusal, SettingsRules, Wanted } from '../../lib/domain/monitor/settings.ts';

/** The body's fields in our words. */
export function wantedOf(body: CreateMonitorBody | PatchMonitorBody | PutMonitorBody): Wanted {
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
    tags: body.tags,
    alertTo: body.alert_to,
    alertUrl: body.alert_url,
  };
}

/** What the settings of a caller's monitors are decided by. */
export function settingsRules({ now, config, caller }: Ctx<'owner'>): SettingsRules {
  return { now, allowLoopback: config.allowLoopbackAlerts, ownAlertTo: ownAlertToOf(caller.owner) };
}

/** The decided value, or the refusal thrown. */
export function decided<T>(decision: Decision<T, SettingsRefusal>): T {
  if (decision.ok) return decision.value;
  throw new Refusal(decision.code, decision.detail);
}
