import { isSymbol } from '../../lib/adapters/symbols.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { getDevice } from '../../lib/data/machines/devices.ts';
import type { Owner } from '../../lib/data/owners.ts';
import { getSymbol } from '../../lib/data/machines/push-tokens.ts';
import { collectionOf, type KnownCollection } from '../../lib/domain/machines/collections/collections-of.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import type { Ctx } from '../../lib/runtime/context.ts';

/** A collection with the device that it is of. */
export interface OwnCollection {
  device: Device;
  collection: KnownCollection;
}

/**
 * A collection of a device of an owner. What is unknown, another's, or no symbol of ours is the same 404; the last is known
 * before anything is read.
 */
export async function ownCollection(
  { table, secret }: Pick<Ctx, 'table' | 'secret'>,
  id: string,
  owner: Owner,
): Promise<OwnCollection> {
  if (!isSymbol(await secret(), id)) throw noSuchCollection();
  const symbol = await getSymbol(table, id, { consistent: true });
  // That of a whole device is no collection's.
  if (!symbol || symbol.measure === null) throw noSuchCollection();
  const device = await getDevice(table, symbol.deviceId);
  const collection = device && collectionOf(device, symbol.measure);
  if (!device || !collection || collection.id !== id || !owner.spaces.includes(device.spaceId))
    throw noSuchCollection();
  return { device, collection };
}

function noSuchCollection(): Refusal {
  return new Refusal('not_found', 'You have no such collection.');
}
