import { getSpaceOfDevice } from './machines/devices.ts';
import { getItem } from './items.ts';
import {
  FORMER_DEVICE_PREFIX,
  FORMER_MONITOR_PREFIX,
  MONITOR_SK,
  monitorKey,
  SPACE_DEVICE_PREFIX,
} from './keys.ts';
import { partitionOf } from './partitions.ts';
import { monitorsNamedBy } from './monitors/space-monitors.ts';
import type { Item, Table } from './table.ts';

/** The device that an item of a space's partition names, in the list or behind it; undefined for another item. */
export function deviceNamedBy(item: Item): string | undefined {
  const sk = String(item['sk']);
  const prefix = [SPACE_DEVICE_PREFIX, FORMER_DEVICE_PREFIX].find((each) => sk.startsWith(each));
  return prefix === undefined ? undefined : sk.slice(prefix.length);
}

/** Whether an item of a space says where more of the space lies, and nothing else. */
export function isPointer(item: Item): boolean {
  return monitorsNamedBy(item).length > 0 || deviceNamedBy(item) !== undefined;
}

/** The partitions in which lies what an item of a space names: its monitors, or a device and its readings. */
export function partitionsNamedBy(item: Item): string[] {
  const deviceId = deviceNamedBy(item);
  return deviceId === undefined
    ? monitorsNamedBy(item).map((id) => partitionOf('monitor', id))
    : [partitionOf('device', deviceId), partitionOf('readings', deviceId)];
}

/** Whether a partition is that of a monitor which somebody else has: ids that were brought along may come again. */
export async function isOthersMonitor(table: Table, pk: string, spaceId: string): Promise<boolean> {
  if (!pk.startsWith(partitionOf('monitor', ''))) return false;
  const item = await getItem(table, { pk, sk: MONITOR_SK });
  return (item?.['spaceId'] ?? spaceId) !== spaceId;
}

/**
 * Whether what an item names is read by another one as well, or is another space's: a monitor that is listed again, a
 * device whose id somebody else has by now.
 */
export async function isNamedElsewhere(table: Table, item: Item, spaceId: string): Promise<boolean> {
  const deviceId = deviceNamedBy(item);
  if (deviceId !== undefined) return ((await getSpaceOfDevice(table, deviceId)) ?? spaceId) !== spaceId;
  if (!String(item['sk']).startsWith(FORMER_MONITOR_PREFIX)) return false;
  const [id = ''] = monitorsNamedBy(item);
  return (await getItem(table, monitorKey(id))) !== undefined;
}
