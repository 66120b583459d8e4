import { deviceKey, inputCredentialKey, symbolKey, type Key } from '../../lib/data/keys.ts';
import { deviceNamedBy, isNamedElsewhere } from '../../lib/data/pointer-targets.ts';
import { partitionOf } from '../../lib/data/partitions.ts';
import { deleteItems, partitionPages } from '../../lib/data/delete-items.ts';
import type { Item } from '../../lib/data/table.ts';
import type { Collection } from '../../lib/domain/machines/devices/device.ts';
import { erasePartition } from './erase-spaces.ts';
import type { EraserRun } from './eraser-run.ts';

/** What an item of a device is erased by: what lies elsewhere and opens something of it. */
const FIELDS = ['symbol', 'collections', 'credentialHash'];

/**
 * Erases the devices: first what machines send by, then what is kept of them. One after the other, since each may have tens
 * of thousands of readings.
 */
export async function eraseDevices(run: EraserRun): Promise<void> {
  const { table, erasure, inTime } = run;
  for (const spaceId of erasure.spaces)
    for await (const items of partitionPages(table, partitionOf('space', spaceId)))
      for (const item of items) {
        const deviceId = deviceNamedBy(item);
        if (deviceId === undefined || (await isNamedElsewhere(table, item, spaceId))) continue;
        inTime();
        await eraseDevice(run, deviceId);
      }
}

async function eraseDevice(run: EraserRun, deviceId: string): Promise<void> {
  for await (const items of partitionPages(run.table, partitionOf('device', deviceId), FIELDS)) {
    await deleteItems(run.table, items.flatMap(keysBehind));
    await deleteItems(run.table, items);
  }
  await erasePartition(run, partitionOf('readings', deviceId));
}

/** What lies elsewhere and is found by an item of a device goes before the item. */
function keysBehind(item: Key & Item): Key[] {
  const { symbol, collections = {}, credentialHash } = item;
  // Of a channel.
  if (credentialHash !== undefined) return [inputCredentialKey(String(credentialHash))];
  if (item.sk !== deviceKey('').sk || symbol === undefined) return [];
  const ids = Object.values(collections as Record<string, Collection>).map(({ id }) => id);
  return [symbol, ...ids].map((each) => symbolKey(String(each)));
}
