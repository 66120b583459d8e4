import type { Every } from '../../lib/data/machines/readings.ts';
import { collectionsOf, type KnownCollection } from '../../lib/domain/machines/collections/collections-of.ts';
import type { Period } from '../../lib/domain/machines/collections/periods.ts';
import { seriesOf } from '../../lib/domain/machines/collections/series.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import { MEASURES } from '../../lib/domain/machines/measures/catalogue.ts';
import type { TimedValues } from '../../lib/domain/machines/measures/measure.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import type { Ctx } from '../../lib/runtime/context.ts';
import type { DevicePart, ReadPart } from './kept-readings.ts';
import type { OwnCollection } from './own-collection.ts';

/** Collections of one device. */
export interface WantedSeries {
  device: Device;
  collections: readonly KnownCollection[];
  /** Points of so long, in the place of the newest. */
  period?: Period | undefined;
}

/** A collection with its newest readings, newest first. */
export interface ReadSeries extends OwnCollection {
  readings: TimedValues[];
}

/** The newest readings of collections of a device: one query serves all that are read each minute. */
export async function deviceSeries(
  read: ReadPart,
  { table }: Pick<Ctx, 'table'>,
  { device, collections, period }: WantedSeries,
  count: number,
): Promise<ReadSeries[]> {
  const series = await allDone(
    EVERY.map(async (every) => {
      const wanted = collections.filter((each) => everyOf(each) === every);
      if (wanted.length === 0) return [];
      // One more than are shown: some values are what changed since the reading before.
      const part = partOf(device, every, count + 1);
      const rows = await read(table, { ...part, period });
      return wanted.map((collection) => ({
        device,
        collection,
        readings: seriesOf(collection, rows, count),
      }));
    }),
  );
  return series.flat();
}

const EVERY: readonly Every[] = ['minute', 'hour'];

function everyOf({ measure }: KnownCollection): Every {
  return MEASURES[measure].hourly ? 'hour' : 'minute';
}

/** With all collections of a device, whichever are asked for: what is read for one is kept for the others. */
function partOf(device: Device, every: Every, count: number): DevicePart {
  const collections = collectionsOf(device).filter((each) => everyOf(each) === every);
  return { deviceId: device.id, every, collections, count };
}
