import type { Instant } from '../../instant.ts';
import type { MachineFacts } from './facts.ts';
import { refused, type Decision } from '../../decision.ts';
import { LIMITS } from '../../limits.ts';
import { readableName } from '../../readable-name.ts';

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
  /** The monitors of its numbers. One that was deleted as any monitor can be stays here until the next is made. */
  thresholds: readonly DeviceThreshold[];
  /** Raised by each change: a change is conditional on it. */
  rev: number;
}

/** A monitor that readings of one measure are held against. */
export interface DeviceThreshold {
  monitorId: string;
  measure: string;
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

/** A UUID of version 4, random but for six bits (RFC 9562 section 5.4), in the case that its owner likes. */
export const DEVICE_ID_FORM =
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/;

/** The id of a device as it is kept, in lower case; undefined for a text that is the id of none. */
export function readDeviceId(text: string): string | undefined {
  return DEVICE_ID_FORM.test(text) ? text.toLowerCase() : undefined;
}

/** The name of a device, or of what is collected of it: one line of 1 to 60 characters, trimmed. */
export function deviceName(text: string): Decision<string, 'nome_obrigatorio' | 'nome_invalido'> {
  if (text.trim() === '') return refused('nome_obrigatorio', 'nome is required: it was empty or blank.');
  return readableName(text, { field: 'nome', code: 'nome_invalido', min: 1, max: LIMITS.deviceNameMaxChars });
}

/** The group of a device, or of what is collected of it: one line of up to 40 characters, trimmed; null for none. */
export function deviceGroup(text: string | null): Decision<string | null, 'grupo_invalido'> {
  const rule = { field: 'grupo', code: 'grupo_invalido', min: 0, max: LIMITS.deviceGroupMaxChars } as const;
  const group = readableName(text ?? '', rule);
  return group.ok && group.value === '' ? { ok: true, value: null } : group;
}
