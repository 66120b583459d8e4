import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { deleteItem, unlessRefused } from './items.ts';
import type { Key } from './keys.ts';
import { queryPages } from './query-pages.ts';
import type { Item, Table } from './table.ts';

/** Fewer than the connections that the SDK has. */
const AT_ONCE = 25;
/** Items with their attributes are up to 10 kB each. */
const PAGE = 500;

/** Removes items, a few side by side. */
export async function deleteItems(table: Table, keys: readonly Key[]): Promise<void> {
  for (let start = 0; start < keys.length; start += AT_ONCE)
    await Promise.all(keys.slice(start, start + AT_ONCE).map((key) => deleteItem(table, key)));
}

/** Removes an item of which a field has a value; false where it has another, or is gone. */
export function deleteItemOf(
  table: Table,
  { pk, sk }: Key,
  [name, value]: [string, string],
): Promise<boolean> {
  const remove = new DeleteCommand({
    TableName: table.name,
    Key: { pk, sk },
    ConditionExpression: '#name = :value',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':value': value },
  });
  return unlessRefused(table.client.send(remove));
}

/** The items of a partition with their keys and these fields alone, a page at a time; they may be removed meanwhile. */
export async function* partitionPages(
  table: Table,
  pk: string,
  fields: readonly string[] = [],
): AsyncGenerator<(Key & Item)[]> {
  const shown = ['pk', 'sk', ...fields];
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ExpressionAttributeNames: Object.fromEntries(shown.map((name) => [`#${name}`, name])),
    ProjectionExpression: shown.map((name) => `#${name}`).join(', '),
    Limit: PAGE,
  });
  for await (const page of pages) yield page as (Key & Item)[];
}
