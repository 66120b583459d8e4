import type { Collection, Device, DeviceThreshold } from '../../domain/machines/devices/device.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { getItem, newItem } from '../items.ts';
import { deviceKey, formerDeviceKey, SPACE_DEVICE_PREFIX, spaceDeviceKey, spaceKey } from '../keys.ts';
import { PARTITIONS } from '../partitions.ts';
import { namesBehind } from '../query-pages.ts';
import { readList } from '../read-many.ts';
import { always, recordKind, sparse, ttlAfter } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** How a device is stored: with its collections, so that they and it change in one write. */
const devices = recordKind<Device, 'id'>({
  key: ({ id }) => deviceKey(id),
  inKey: { id: ({ pk }) => pk.slice(PARTITIONS.device.length) },
  fields: {
    spaceId: always,
    name: always,
    group: null,
    createdAt: always,
    expiresAt: always,
    detectedAt: null,
    facts: null,
    reportHash: null,
    symbol: always,
    collections: sparse<Readonly<Record<string, Collection>>>({}),
    monitorId: null,
    thresholds: sparse<readonly DeviceThreshold[]>([]),
    rev: always,
  },
});

/** A new device and its place in the list, as part of the transaction that counts it; refused where the id is taken. */
export function newDeviceItems(table: Table, device: Device): TransactItem[] {
  return [
    newItem(table, devices.toItem(device)),
    newItem(table, { ...spaceDeviceKey(device.spaceId, device.id) }),
  ];
}

/** A changed device, as part of a transaction; refused when it is not as it was read. */
export function changedDeviceItem(table: Table, before: Device, after: Omit<Device, 'rev'>): TransactItem {
  return {
    Put: {
      TableName: table.name,
      Item: devices.toItem({ ...after, rev: before.rev + 1 }),
      ConditionExpression: 'rev = :rev',
      ExpressionAttributeValues: { ':rev': before.rev },
    },
  };
}

/**
 * Takes a device out of the table and its list, as part of a transaction; refused when it is not as it was read. For as long
 * as readings of it are kept nobody gets a device of its id, who would see them, and its space tells that they are there.
 */
export function removedDeviceItems(table: Table, { id, spaceId, rev }: Device, now: Instant): TransactItem[] {
  const ttl = ttlAfter(now, LIMITS.readingRetentionDays + 1);
  return [
    {
      Put: {
        TableName: table.name,
        Item: { ...deviceKey(id), spaceId, goneAt: now, ttl },
        ConditionExpression: 'rev = :rev',
        ExpressionAttributeValues: { ':rev': rev },
      },
    },
    { Delete: { TableName: table.name, Key: { ...spaceDeviceKey(spaceId, id) } } },
    { Put: { TableName: table.name, Item: { ...formerDeviceKey(spaceId, id), ttl } } },
  ];
}

/** A device as it is now, or undefined. Where that is enough, as it was a moment ago. */
export async function getDevice(
  table: Table,
  deviceId: string,
  options: { consistent: boolean } = { consistent: true },
): Promise<Device | undefined> {
  const item = await getItem(table, deviceKey(deviceId), options);
  return item && item['goneAt'] === undefined ? devices.fromItem(item) : undefined;
}

/** The space that a device is in, or was in before it was deleted; undefined where nothing is kept of it. */
export async function getSpaceOfDevice(table: Table, deviceId: string): Promise<string | undefined> {
  const item = await getItem(table, deviceKey(deviceId));
  return item && String(item['spaceId']);
}

/** The ids of the devices of some spaces: at most 25 for each owner that these ever had. */
export async function listDeviceIds(table: Table, spaceIds: readonly string[]): Promise<string[]> {
  const idsIn = async (spaceId: string) => {
    const ids: string[] = [];
    for await (const page of namesBehind(table, spaceKey(spaceId).pk, SPACE_DEVICE_PREFIX)) ids.push(...page);
    return ids;
  };
  return (await Promise.all(spaceIds.map(idsIn))).flat();
}

/** These devices as they are now, in the order of their ids; those that are in none of the spaces are left out. */
export async function readDevices(
  table: Table,
  ids: readonly string[],
  spaceIds: readonly string[],
): Promise<Device[]> {
  const found = await readList(table, ids.map(deviceKey), devices.fromWire);
  return found.filter(({ spaceId }) => spaceIds.includes(spaceId)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** That a device is there, in the space that it was read in, as part of a transaction that changes nothing of it. */
export function stillThereItem(table: Table, { id, spaceId }: Pick<Device, 'id' | 'spaceId'>): TransactItem {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...deviceKey(id) },
      ConditionExpression: 'spaceId = :space AND attribute_not_exists(goneAt)',
      ExpressionAttributeValues: { ':space': spaceId },
    },
  };
}
