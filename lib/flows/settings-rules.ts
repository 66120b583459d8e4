import { Refusal } from '../contract/errors.ts';
import { ownAlertToOf } from '../data/owners.ts';
import type { Decision } from '../domain/decision.ts';
import type { SettingsRefusal, SettingsRules } from '../domain/monitor/settings.ts';
import type { Ctx } from '../runtime/context.ts';

/** What the settings of a caller's monitors are decided by. */
export function settingsRules({
  now,
  config,
  caller,
}: Pick<Ctx<'owner'>, 'now' | 'config' | 'caller'>): SettingsRules {
  return { now, allowLoopback: config.allowLoopbackAlerts, ownAlertTo: ownAlertToOf(caller.owner) };
}

/** The decided value, or the refusal thrown. */
export function decided<T>(decision: Decision<T, SettingsRefusal>): T {
  if (decision.ok) return decision.value;
  throw new Refusal(decision.code, decision.detail);
}
