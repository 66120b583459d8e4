import type { Readable } from 'node:stream';
import type { BatchGetCommand, BatchGetCommandOutput, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** What a table answered to a read of many items. */
export interface ReadItems<T> {
  items: T[];
  /** Where a query that is not at its end goes on. */
  lastKey: Item | undefined;
  /** What a batch left unread. */
  unreadKeys: Item[];
}

interface WireAnswer {
  Items?: WireItem[];
  Responses?: Record<string, WireItem[]>;
}

/**
 * Sends a read of many items, each to be read by `read`. The call is the SDK's as any other, only the items are taken
 * out of the answer before the SDK reads it: it looks up each attribute in its schema and copies it twice, most of the
 * CPU of a large read.
 */
export async function readItems<T>(
  table: Table,
  command: BatchGetCommand | QueryCommand,
  read: (item: WireItem) => T,
): Promise<ReadItems<T>> {
  const one = command as QueryCommand;
  let items: T[] = [];
  one.middlewareStack.add(
    (next) => async (args) => {
      const reply = await next(args);
      const response = reply.response as { statusCode: number; body: Uint8Array | Readable };
      if (response.statusCode !== 200) return reply;
      const { Items, Responses, ...rest }: WireAnswer = JSON.parse(await textOf(response.body));
      items = (Items ?? Responses?.[table.name] ?? []).map(read);
      response.body = Buffer.from(JSON.stringify(rest));
      return reply;
    },
    // Low is next to the wire. The document client puts the steps of a command in twice, hence `override`.
    { step: 'deserialize', priority: 'low', name: 'readItems', override: true },
  );
  const output = await table.client.send(one);
  const { UnprocessedKeys: left } = output as Pick<BatchGetCommandOutput, 'UnprocessedKeys'>;
  return { items, lastKey: output.LastEvaluatedKey, unreadKeys: left?.[table.name]?.Keys ?? [] };
}

async function textOf(body: Uint8Array | Readable): Promise<string> {
  const bytes = body instanceof Uint8Array ? body : Buffer.concat(await body.toArray());
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

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
