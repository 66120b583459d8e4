import { MINUTE_MS } from '../../calendar.ts';
import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';
import type { Device } from './device.ts';
import type { MachineFacts } from './facts.ts';

/** A device of which nothing is known but what its owner calls it; from now on it may report. */
export function newDevice(
  named: Pick<Device, 'id' | 'spaceId' | 'name' | 'group' | 'symbol'>,
  now: Instant,
): Device {
  return {
    ...named,
    createdAt: now,
    expiresAt: now + LIMITS.reportOpenMinutes * MINUTE_MS,
    detectedAt: null,
    facts: null,
    reportHash: null,
    collections: {},
    monitorId: null,
    thresholds: [],
    rev: 1,
  };
}

/** A device that told what it is; the first report is the one that counts. */
export function detectedDevice(
  device: Device,
  { facts, hash }: { facts: MachineFacts; hash: string },
  now: Instant,
): Device {
  return { ...device, facts, reportHash: hash, detectedAt: now };
}

/** A device with those of its names changed that are given. */
export function renamedDevice(device: Device, names: Partial<Pick<Device, 'name' | 'group'>>): Device {
  return { ...device, ...names };
}
