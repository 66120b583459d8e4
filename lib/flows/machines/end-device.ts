import { endedChannelsItems } from '../../data/machines/collector-channels.ts';
import { countDevicesItem } from '../../data/machines/device-counters.ts';
import { removedDeviceItems } from '../../data/machines/devices.ts';
import type { OwnedSpace } from '../../data/accounts/owner-counters.ts';
import { removedSymbolItem } from '../../data/machines/push-tokens.ts';
import type { Table, TransactItem } from '../../data/table.ts';
import type { Device } from '../../domain/machines/devices/device.ts';
import type { CollectorChannel } from '../../domain/machines/collectors/collector-channel.ts';
import type { Instant } from '../../domain/instant.ts';

/** What removes a device, and what gives its slots back, for one transaction. */
export interface EndOfDevice {
  items: TransactItem[];
  counted: ReturnType<typeof countDevicesItem>;
}

/**
 * The end of a device: it leaves its owner's list and counters, and nothing sends to it any more, neither by a symbol nor by a
 * channel. Refused when the device or a channel is not as it was read, or its space is another's by now.
 */
export function endOfDevice(
  table: Table,
  { device, channels, owned }: { device: Device; channels: readonly CollectorChannel[]; owned: OwnedSpace },
  now: Instant,
): EndOfDevice {
  const collections = Object.values(device.collections);
  const symbols = [device.symbol, ...collections.map(({ id }) => id)];
  return {
    items: [
      ...removedDeviceItems(table, device, now),
      ...symbols.map((symbol) => removedSymbolItem(table, symbol)),
      ...endedChannelsItems(table, device.id, channels),
    ],
    counted: countDevicesItem(table, owned, { devices: -1, collections: -collections.length }),
  };
}
