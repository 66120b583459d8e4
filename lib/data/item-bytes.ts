import type { Item } from './table.ts';

/** How large the table takes an item for, a little too large rather than too small: a write costs a unit for each kilobyte. */
export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) bytes += Buffer.byteLength(name) + valueBytes(value);
  return bytes;
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // A byte for two digits, one for the exponent and one for a sign.
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 2;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + 1 + valueBytes(each), 3);
  if (typeof value === 'object' && value !== null)
    return 3 + Object.keys(value).length + itemBytes(value as Item);
  return 1;
}
