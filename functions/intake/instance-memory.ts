import { loadOnce } from '../../lib/adapters/load-once.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import type { AfterReading } from './after-reading.ts';
import { seenDevices, type SeenDevices } from './seen-devices.ts';

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
