import { Refusal } from '../../lib/contract/errors.ts';
import { getChannel } from '../../lib/data/machines/collector-channels.ts';
import type { Owner } from '../../lib/data/owners.ts';
import { getSnapshot } from '../../lib/data/machines/snapshots.ts';
import type { Table } from '../../lib/data/table.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import type { CollectorChannel } from '../../lib/domain/machines/collectors/collector-channel.ts';
import { COLLECTORS, type CollectorId } from '../../lib/domain/machines/collectors/collector.ts';
import type { Snapshot } from '../../lib/domain/machines/collectors/snapshot.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';

/** A channel with the device that it is of. */
export interface OwnInput {
  device: Device;
  channel: CollectorChannel;
}

/** A channel of a device of an owner. One that there is not, and what is no collector, are the same 404. */
export async function ownInput(
  table: Table,
  { id, collector }: { id: string; collector: string },
  owner: Owner,
): Promise<OwnInput> {
  const device = await deviceOfOwner(table, id, owner);
  const channel = isCollector(collector)
    ? await getChannel(table, { deviceId: device.id, collector })
    : undefined;
  if (channel) return { device, channel };
  throw new Refusal('not_found', 'This device has no channel for this collector.');
}

/** The last numbers of a channel: of a moment ago, as they are of the last minute. */
export function lastOf(table: Table, channel: CollectorChannel): Promise<Snapshot | undefined> {
  return getSnapshot(table, channel, { consistent: false });
}

function isCollector(text: string): text is CollectorId {
  return Object.hasOwn(COLLECTORS, text);
}
