import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from './table.ts';

/** An item in the form it has on the wire: each attribute beside the name of its type. */
export type WireItem = Record<string, AttributeValue>;

/** An item of the wire as plain values. */
export function plainItem(item: WireItem): Item {
  return Object.fromEntries(Object.entries(item).map(([name, attribute]) => [name, plainValue(attribute)]));
}

/** What an attribute holds. Throws for a type that nobody writes, rather than take it for something else. */
export function plainValue(attribute: AttributeValue): unknown {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.L !== undefined) return attribute.L.map(plainValue);
  if (attribute.M !== undefined) return plainItem(attribute.M);
  if (attribute.NULL) return null;
  throw new Error(`An attribute of a type that is never written: ${Object.keys(attribute).join()}.`);
}
