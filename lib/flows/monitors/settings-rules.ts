import { ownAlertToOf } from '../../data/owners.ts';
import type { PatchRules } from '../../domain/monitors/settings/settings.ts';
import { required } from '../../config/config.ts';
import type { Ctx } from '../../runtime/context.ts';

/** What the settings of a caller's monitors are decided by. */
export function settingsRules({
  now,
  config,
  caller,
}: Pick<Ctx<'owner'>, 'now' | 'config' | 'caller'>): PatchRules {
  return {
    now,
    allowLoopback: config.allowLoopbackAlerts,
    ownAlertTo: ownAlertToOf(caller.owner),
    freeMinIntervalSec: required(config.billing, 'how it charges').tariff.free.minIntervalSec,
  };
}
