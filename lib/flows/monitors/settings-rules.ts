import { ownAlertToOf } from '../../data/owners.ts';
import type { SettingsRules } from '../../domain/monitors/settings/settings.ts';
import type { Ctx } from '../../runtime/context.ts';

/** What the settings of a caller's monitors are decided by. */
export function settingsRules({
  now,
  config,
  caller,
}: Pick<Ctx<'owner'>, 'now' | 'config' | 'caller'>): SettingsRules {
  return { now, allowLoopback: config.allowLoopbackAlerts, ownAlertTo: ownAlertToOf(caller.owner) };
}
