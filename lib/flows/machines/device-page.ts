import * as z from 'zod';
import { listDeviceIds, readDevices } from '../../data/machines/devices.ts';
import type { Owner } from '../../data/owners.ts';
import type { Table } from '../../data/table.ts';
import { collectionsOf } from '../../domain/machines/collections/collections-of.ts';
import { type Device, DEVICE_ID_FORM } from '../../domain/machines/devices/device.ts';
import { LIMITS } from '../../domain/limits.ts';
import { cursorPosition, cursorText } from '../list-page.ts';

/** Some devices of an owner, the oldest first, and how the next ones are asked for where there are more. */
export interface DevicePage {
  devices: Device[];
  next: { next_cursor?: string };
}

/** The id of the last device of the page before. */
const position = z.tuple([z.string().regex(DEVICE_ID_FORM)]);

/**
 * As many devices as an owner may have, and no more of them than it may have collections: one page but for an account that
 * claimed guests. Pages are in the order of ids. Throws 400 for a cursor of another owner.
 */
export async function devicePage(
  table: Table,
  owner: Pick<Owner, 'id' | 'spaces'> | null,
  cursor: string | undefined,
): Promise<DevicePage> {
  const list = owner === null ? [] : [`devices ${owner.id}`];
  const behind = cursor === undefined ? '' : cursorPosition(cursor, list, position).position[0];
  const ids = (await listDeviceIds(table, owner?.spaces ?? [])).filter((id) => id > behind).sort();
  const found = await readDevices(table, ids.slice(0, LIMITS.devicesMax), owner?.spaces ?? []);
  const devices = withinCollections(found);
  const last = devices.length < found.length ? devices.at(-1)?.id : ids.at(LIMITS.devicesMax - 1);
  const isLast = last === undefined || last === ids.at(-1);
  return {
    devices: devices.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    next: isLast ? {} : { next_cursor: cursorText(list.join(''), [last]) },
  };
}

/** The first of these, whole, with as many collections as a list shows. */
function withinCollections(devices: readonly Device[]): Device[] {
  let left: number = LIMITS.collectionsMax;
  const past = devices.findIndex((device) => (left -= collectionsOf(device).length) < 0);
  return devices.slice(0, past === -1 ? devices.length : past);
}
