import { putReadings } from '../../../lib/data/machines/readings.ts';
import type { Device } from '../../../lib/domain/machines/devices/device.ts';
import type { Instant } from '../../../lib/domain/instant.ts';
import { MEASURES, type MeasureId } from '../../../lib/domain/machines/measures/catalogue.ts';
import type { Values } from '../../../lib/domain/machines/measures/measure.ts';
import { packed } from '../../../lib/domain/machines/readings/reading-encoding.ts';
import type { TestService } from '../service/service.ts';

/** Stores what a machine told of itself at an instant, as its push does. */
export async function storeReading(
  { core: { table } }: Pick<TestService, 'core'>,
  { id: deviceId }: Pick<Device, 'id'>,
  at: Instant,
  values: Partial<Record<MeasureId, Values>>,
): Promise<void> {
  const told = (Object.entries(values) as [MeasureId, Values][]).map(([id, each]) => ({
    measure: MEASURES[id],
    values: each,
  }));
  for (const every of ['minute', 'hour'] as const) {
    const some = told.filter(({ measure }) => (measure.hourly === true) === (every === 'hour'));
    if (some.length === 0) continue;
    const columns = some.map(({ measure, values: each }) => [
      measure.code,
      packed(measure, each, Math.floor(at / 1000)),
    ]);
    await putReadings(table, { deviceId, every, at }, Object.fromEntries(columns));
  }
}
