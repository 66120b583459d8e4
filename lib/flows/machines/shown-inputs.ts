import type { InputView } from '../../contract/machines/input-output.ts';
import { listChannelsOf } from '../../data/machines/collector-channels.ts';
import { snapshotsOf } from '../../data/machines/snapshots.ts';
import type { Table } from '../../data/table.ts';
import type { Device } from '../../domain/machines/devices/device.ts';
import type { Instant } from '../../domain/instant.ts';
import { inputView } from '../../render/machines/input-view.ts';

/** The channels of some devices with their last numbers, in the order of these. */
export async function shownInputs(
  table: Table,
  devices: readonly Device[],
  now: Instant,
): Promise<InputView[]> {
  const channels = await listChannelsOf(
    table,
    devices.map(({ id }) => id),
  );
  const last = await snapshotsOf(table, channels);
  const byId = new Map(devices.map((device) => [device.id, device]));
  return channels.flatMap((channel) => {
    const device = byId.get(channel.deviceId);
    return device ? [inputView(device, { channel, last: last.get(channel.id) }, now)] : [];
  });
}
