import { newMonitorId } from '../adapters/ids.ts';
import type { QueueMessage } from '../adapters/queue.ts';
import { putMonitorItem } from '../data/monitors.ts';
import type { Owner } from '../data/owners.ts';
import { retryOnConflict } from '../data/retry-on-conflict.ts';
import { pointerItem } from '../data/space-monitors.ts';
import { transact } from '../data/table.ts';
import { quotaOf } from '../domain/alert/mail-caps.ts';
import { isFast, type Charge } from '../domain/allowance/allowance.ts';
import type { Instant } from '../domain/instant.ts';
import { newMonitor } from '../domain/monitor/lifecycle.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import type { DecidedSettings } from '../domain/monitor/settings.ts';
import type { ApiDeps } from '../runtime/deps.ts';
import { askConsent } from './address-consent.ts';
import { checkAllowance } from './allowance-gate.ts';
import { decidingOwner, homeOf } from './deciding-owner.ts';
import { sendOrLeave } from './outbox.ts';

export interface Registered {
  monitor: Monitor;
  charges: Charge[];
  alertToConfirmed: boolean;
}

/**
 * Creates a monitor within the owner's allowance: the monitor, its pointer, the counter under its ceiling and a
 * first question to the alert address, all or nothing. Throws 402 past the allowance.
 */
export async function registerMonitor(
  deps: ApiDeps,
  caller: Owner,
  settings: DecidedSettings,
  now: Instant,
): Promise<Registered> {
  const { table } = deps;
  const registered = await retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(table, caller, conflict);
    const spaceId = homeOf(owner);
    const request = {
      monitors: 1,
      emailAlerts: settings.alertTo === null ? 0 : 1,
      fast: isFast(settings) ? 1 : 0,
    };
    const result = checkAllowance(deps, owner, spaceId, request);
    const monitor = newMonitor({ id: newMonitorId(), spaceId, slug: null }, settings, now);
    const consent = await askConsent(table, spaceId, settings, {
      quota: quotaOf(owner),
      anew: true,
      now,
    });
    await transact(table, [
      putMonitorItem(table, monitor),
      pointerItem(table, monitor),
      result.item,
      ...consent.items,
    ]);
    return { monitor, charges: result.charges, consent };
  });
  await sendOrLeave(deps, registered.consent.messages satisfies QueueMessage[]);
  return {
    monitor: registered.monitor,
    charges: registered.charges,
    alertToConfirmed: registered.consent.confirmed,
  };
}
