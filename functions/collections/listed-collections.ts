import { collectionsOf } from '../../lib/domain/collection/collections-of.ts';
import type { Device } from '../../lib/domain/device/device.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { OwnCollection } from './own-collection.ts';

/** What is collected of some devices, as many as a list shows: an account that claimed guests may have more. */
export function listedCollections(devices: readonly Device[]): OwnCollection[] {
  return devices
    .flatMap((device) => collectionsOf(device).map((collection) => ({ device, collection })))
    .slice(0, LIMITS.collectionsMax);
}
