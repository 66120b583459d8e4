import { Refusal } from '../../contract/errors.ts';
import { getDevice } from '../../data/machines/devices.ts';
import type { Owner } from '../../data/owners.ts';
import type { Table } from '../../data/table.ts';
import { type Device, readDeviceId } from '../../domain/machines/devices/device.ts';

/**
 * A device in a space of an owner. Unknown and foreign ids, and what is none, are the same 404 (SPEC.md "Authentication"
 * rule 1).
 */
export async function deviceOfOwner(table: Table, text: string, owner: Owner): Promise<Device> {
  const device = await deviceOfMachine(table, text);
  if (!device || !owner.spaces.includes(device.spaceId)) throw noSuchDevice();
  return device;
}

/** A device by its id alone, which is all that a machine knows: it may report for an hour, and that is all. */
export async function deviceOfMachine(table: Table, text: string): Promise<Device | undefined> {
  const id = readDeviceId(text);
  return id === undefined ? undefined : getDevice(table, id);
}

export function noSuchDevice(): Refusal {
  return new Refusal('not_found', 'You have no such device.');
}
