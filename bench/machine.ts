import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../lib/adapters/clock.ts';
import { newSymbol } from '../lib/adapters/symbols.ts';
import { newDeviceItems } from '../lib/data/machines/devices.ts';
import { newSymbolItem } from '../lib/data/machines/push-tokens.ts';
import { transact, type Table } from '../lib/data/table.ts';
import type { Device } from '../lib/domain/machines/devices/device.ts';
import { CAPABILITIES, type MachineFacts } from '../lib/domain/machines/devices/facts.ts';
import type { MeasureId } from '../lib/domain/machines/measures/catalogue.ts';
import type { IntakeDeps } from '../lib/runtime/deps.ts';
import { FACTS as SMALL_SERVER } from '../test/support/machines/devices.ts';
import { pingDeps } from './ping-deps.ts';

const SECRET = 'the service secret of the bench, 64 characters long in a real one';

/** What the intake function has on Lambda, with the table given. */
export function intakeDeps(table: Table, clock: Clock = systemClock): IntakeDeps {
  const { config, log } = pingDeps(table);
  return { config, log, clock, table, secret: async () => SECRET };
}

/** What the machines of the benches told of themselves: that they can do everything. */
export const FACTS: MachineFacts = { ...SMALL_SERVER, capabilities: CAPABILITIES };

/** A device that collects some measures, put into the table. */
export async function putMachine(
  table: Table,
  measures: readonly MeasureId[],
  fields: Partial<Device> = {},
): Promise<Device> {
  const createdAt = Date.now();
  const collectionOf = (measure: MeasureId) => ({
    id: newSymbol(SECRET),
    measure,
    name: 'Web server 1 in Frankfurt',
    group: 'production',
    isActive: true,
    createdAt,
  });
  const device: Device = {
    id: randomUUID(),
    spaceId: 'space',
    name: 'Web server 1 in Frankfurt',
    group: 'production',
    createdAt,
    expiresAt: createdAt + 3_600_000,
    detectedAt: createdAt,
    facts: FACTS,
    reportHash: '0'.repeat(64),
    symbol: newSymbol(SECRET),
    collections: Object.fromEntries(measures.map((measure) => [measure, collectionOf(measure)])),
    monitorId: null,
    thresholds: [],
    rev: 1,
    ...fields,
  };
  const { id: deviceId } = device;
  await transact(table, [
    ...newDeviceItems(table, device),
    newSymbolItem(table, { symbol: device.symbol, deviceId, measure: null }),
    ...Object.values(device.collections).map(({ id: symbol, measure }) =>
      newSymbolItem(table, { symbol, deviceId, measure }),
    ),
  ]);
  return device;
}
