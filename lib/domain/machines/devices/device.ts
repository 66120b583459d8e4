import type { Instant } from '../../instant.ts';
import type { MachineFacts } from './facts.ts';

/** A machine that its owner named (SPEC.md "Ambiente"). What it is does not change once it has told. */
export interface Device {
  /** A UUID v4, which may be its owner's choice. Whoever knows it may report for one hour. */
  id: string;
  spaceId: string;
  name: string;
  group: string | null;
  createdAt: Instant;
  /** The end of the hour in which it may report. */
  expiresAt: Instant;
  detectedAt: Instant | null;
  /** Null before it has reported. */
  facts: MachineFacts | null;
  /** SHA-256 of what it reported, by which an identical retry is known. */
  reportHash: string | null;
  /** By which the line that sends all its measures at once is known. */
  symbol: string;
  /** What is collected of it, by the measure. */
  collections: Readonly<Record<string, Collection>>;
  /** The monitor that its readings move; null while nobody watches it. */
  monitorId: string | null;
  /** Raised by each change: a change is conditional on it. */
  rev: number;
}

/** One measure of a device that is collected (SPEC.md "Collection"). */
export interface Collection {
  /** A symbol, by which a line that sends this measure alone is known. */
  id: string;
  measure: string;
  name: string;
  group: string | null;
  /** While it is not, readings of it are ignored; what was stored stays. */
  isActive: boolean;
  createdAt: Instant;
}

/** Where a device stands (SPEC.md `estado`). */
export type DeviceState = 'pending' | 'detected' | 'expired';

/** The state of a device: one that told stays detected, one that did not in its hour has expired. */
export function deviceState(
  { detectedAt, expiresAt }: Pick<Device, 'detectedAt' | 'expiresAt'>,
  now: Instant,
): DeviceState {
  if (detectedAt !== null) return 'detected';
  return now < expiresAt ? 'pending' : 'expired';
}
