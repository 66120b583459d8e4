import { countDevicesItem } from '../data/device-counters.ts';
import { removedDeviceItems } from '../data/devices.ts';
import type { Holding } from '../data/owner-counters.ts';
import { removedSymbolItem } from '../data/symbols.ts';
import type { Table, TransactItem } from '../data/table.ts';
import type { Device } from '../domain/device/device.ts';
import type { Instant } from '../domain/instant.ts';

/**
 * The end of a device, as one transaction: it leaves its owner's list and counters, and no symbol of it sends any more.
 * Refused when the device is not as it was read, or its space is another's by now.
 */
export function endDeviceItems(
  table: Table,
  { device, holding }: { device: Device; holding: Holding },
  now: Instant,
): TransactItem[] {
  const collections = Object.values(device.collections);
  const symbols = [device.symbol, ...collections.map(({ id }) => id)];
  return [
    ...removedDeviceItems(table, device, now),
    ...symbols.map((symbol) => removedSymbolItem(table, symbol)),
    countDevicesItem(table, holding, { devices: -1, collections: -collections.length }),
  ];
}
