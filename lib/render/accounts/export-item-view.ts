import { isoOf } from '../../domain/instant.ts';

const INSTANT = /(^at|At|Since|Until|^from|From|UpTo)$/;

/** Values of the table as JSON holds them: instants as text of ISO 8601, bytes in base64. */
export function exportedValues(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, exportedValue(name, value)]),
  );
}

function exportedValue(name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map((each) => exportedValue('', each));
  if (typeof value === 'object' && value !== null) return exportedValues(value);
  return typeof value === 'number' && INSTANT.test(name) && isInstant(value) ? isoOf(value) : value;
}

/** A number of milliseconds that a date can have. */
function isInstant(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 8.64e15;
}
