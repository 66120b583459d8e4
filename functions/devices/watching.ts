import { newMonitorId } from '../../lib/adapters/ids.ts';
import { countOrOwnedItem } from '../../lib/data/accounts/owner-counters.ts';
import { ownAlertToOf, type Owner } from '../../lib/data/owners.ts';
import { transact, type TransactItem } from '../../lib/data/table.ts';
import { NO_USAGE } from '../../lib/domain/billing/allowance.ts';
import { customerOf } from '../../lib/domain/billing/customer.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import { watchingSettings, type WatchedDevice } from '../../lib/domain/machines/devices/watching.ts';
import { newMonitor } from '../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import type { Action } from '../../lib/flows/billing/charge.ts';
import { creationOf } from '../../lib/flows/monitors/monitor-creation.ts';
import { deletionOf } from '../../lib/flows/monitors/monitor-deletion.ts';
import type { Ctx } from '../../lib/runtime/context.ts';
import { termsOf } from '../../lib/runtime/terms.ts';

/** A device as it is to be, and what writes it, once its link is decided. */
export interface DeviceWrite {
  device: Device;
  items: (linked: Device) => TransactItem[];
}

/** The write of a device with a new monitor that watches it, which is within its owner's allowance or paid for. */
export async function watchedDevice(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { device, items }: DeviceWrite,
): Promise<Action<WatchedDevice>> {
  const settings = watchingSettings(device.name, ownAlertToOf(owner));
  const identity = { id: newMonitorId(), spaceId: device.spaceId, slug: null };
  const monitor = newMonitor(identity, settings, ctx.now);
  const linked = { ...device, monitorId: monitor.id };
  const creation = await creationOf(ctx, owner, { monitor, besides: items(linked) });
  return { ...creation, result: { device: linked, watcher: creation.result.monitor } };
}

/** The write of a device whose monitor ends with it. */
export function unwatched(
  ctx: Ctx<'owner'>,
  owner: Owner,
  watcher: Monitor,
  { device, items }: DeviceWrite,
): Action<WatchedDevice> {
  const ending = deletionOf(ctx, owner, watcher);
  const alone = { ...device, monitorId: null };
  const write: DeviceWrite = { device: alone, items: () => [...items(alone), ...ending.items] };
  return { ...asWatched(ctx, owner, undefined, write), counted: () => ending.counted };
}

/** The write of a device that is watched by the same as before, or by nothing. */
export function asWatched(
  ctx: Pick<Ctx, 'table' | 'config' | 'now'>,
  owner: Owner,
  watcher: Monitor | undefined,
  { device, items }: DeviceWrite,
): Action<WatchedDevice> {
  const { table } = ctx;
  const owned = { ownerId: owner.id, spaceId: device.spaceId };
  return {
    customer: customerOf(owner, termsOf(ctx)),
    owned,
    request: NO_USAGE,
    counted: (ceiling, bought) => countOrOwnedItem(table, owned, NO_USAGE, { ceiling, bought }),
    result: { device, watcher },
    write: (rows) => transact(table, [...items(device), ...rows]),
  };
}
