import { loadOnce } from '../../lib/adapters/load-once.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import type { AfterReading } from './after-reading.ts';
import { getDevice } from '../../lib/data/machines/devices.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import { remembered } from '../../lib/runtime/memory/remembered.ts';

/** What readings and pushes of collectors share in one instance of the function. */
export interface Shared {
  devices: SeenDevices;
  after: () => Promise<AfterReading>;
}

export function sharedOf(deps: IntakeDeps): Shared {
  return {
    devices: seenDevices(deps),
    after: loadOnce(async () => (await import('./after-reading.ts')).afterReading(deps)),
  };
}

/** For so long a device is taken to be as it was seen: the lines of one minute, which come within 20 s, share a read. */
const SEEN_MS = 30_000;
/** With all its measures a device takes some 8 kB. */
const DEVICES_MAX = 2_000;

/** Devices by their ids, as this instance of the function has seen them; undefined for one that is gone. */
export interface SeenDevices {
  of: (id: string) => Promise<Device | undefined>;
  /** As it is now. */
  anew: (id: string) => Promise<Device | undefined>;
}

export function seenDevices({ table, clock }: Pick<IntakeDeps, 'table' | 'clock'>): SeenDevices {
  const devices = remembered<Device | undefined>(clock, DEVICES_MAX, () => SEEN_MS);
  return {
    of: (id) => devices.of(id, () => getDevice(table, id, { consistent: false })),
    anew: (id) => devices.anew(id, () => getDevice(table, id)),
  };
}
