import { collectionsOf } from '../../lib/domain/machines/collections/collections-of.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import type { OwnCollection } from './own-collection.ts';

/** What is collected of some devices. */
export function listedCollections(devices: readonly Device[]): OwnCollection[] {
  return devices.flatMap((device) => collectionsOf(device).map((collection) => ({ device, collection })));
}
