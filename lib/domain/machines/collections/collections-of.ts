import type { Collection, Device } from '../devices/device.ts';
import type { Instant } from '../../instant.ts';
import { isMeasureId, MEASURE_IDS, type MeasureId } from '../measures/catalogue.ts';

/** A collection of a measure that this version knows. */
export type KnownCollection = Collection & { measure: MeasureId };

/** What is collected of a device, in the order of the catalogue. */
export function collectionsOf({ collections }: Pick<Device, 'collections'>): KnownCollection[] {
  return MEASURE_IDS.flatMap((id) => collectionOf({ collections }, id) ?? []);
}

/** What is collected of one measure of a device, or undefined. */
export function collectionOf(
  { collections }: Pick<Device, 'collections'>,
  measure: string,
): KnownCollection | undefined {
  const found = isMeasureId(measure) && Object.hasOwn(collections, measure) && collections[measure];
  return found ? (found as KnownCollection) : undefined;
}

/** A device with measures besides those that it has, under its own name and group; those that it has stay as they are. */
export function withMeasures(
  device: Device,
  measures: readonly MeasureId[],
  newSymbol: () => string,
  now: Instant,
): { device: Device; added: readonly Collection[] } {
  const added = measures
    .filter((measure) => !collectionOf(device, measure))
    .map((measure) => ({
      id: newSymbol(),
      measure,
      name: device.name,
      group: device.group,
      isActive: true,
      createdAt: now,
    }));
  return { device: added.reduce(withCollection, device), added };
}

/** A device with one of its collections as it is to be. */
export function withCollection(device: Device, collection: Collection): Device {
  return { ...device, collections: { ...device.collections, [collection.measure]: collection } };
}

/** A device without one of its collections. */
export function withoutCollection(device: Device, { measure }: Pick<Collection, 'measure'>): Device {
  const { [measure]: _gone, ...collections } = device.collections;
  // The thresholds of the measure end with it.
  const thresholds = device.thresholds.filter((each) => each.measure !== measure);
  return { ...device, collections, thresholds };
}
