import { monitorsToList } from '../../data/monitors/monitors.ts';
import { transact, type Table } from '../../data/table.ts';
import type { Owner } from '../../data/owners.ts';
import type { Device } from '../../domain/machines/devices/device.ts';
import { isThreshold, type ThresholdMonitor } from '../../domain/monitors/threshold-reading.ts';
import type { Ctx } from '../../runtime/context.ts';
import { deletionOf } from '../monitors/monitor-deletion.ts';

/** The thresholds of a device, the oldest first, without those that were deleted as any monitor can be. */
export async function thresholdsOf(table: Table, device: Device): Promise<ThresholdMonitor[]> {
  const ids = device.thresholds.map(({ monitorId }) => monitorId);
  if (ids.length === 0) return [];
  const monitors = new Map((await monitorsToList(table, ids)).map((monitor) => [monitor.id, monitor]));
  return ids.flatMap((id) => {
    const monitor = monitors.get(id);
    const isThere = monitor?.active === true && monitor.spaceId === device.spaceId && isThreshold(monitor);
    return isThere ? [monitor] : [];
  });
}

/**
 * Ends the thresholds of a device, or of one measure of it, before that ends itself: each in a transaction of its own, since
 * all of them do not fit beside what a device has. A call that dies in between is repeated, and finds the rest.
 */
export async function endThresholds(
  ctx: Pick<Ctx<'owner'>, 'table' | 'now' | 'caller' | 'clock'>,
  owner: Owner,
  ending: readonly ThresholdMonitor[],
): Promise<void> {
  for (const monitor of ending) {
    const { items, counted } = deletionOf(ctx, owner, monitor);
    await transact(ctx.table, [...items, counted]);
  }
}
