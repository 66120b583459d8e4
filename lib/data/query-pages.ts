import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

/** What a query asks; which table, how it is read and where it goes on is the same for all. */
export type PageQuery = Omit<QueryCommandInput, 'TableName' | 'ConsistentRead' | 'ExclusiveStartKey'>;

/** The items that a query finds, read consistently, a page at a time; `behind` is the key that it begins behind. */
export async function* queryPages(table: Table, asked: PageQuery, behind?: Item): AsyncGenerator<Item[]> {
  let start = behind;
  do {
    const page: { Items?: Item[] | undefined; LastEvaluatedKey?: Item | undefined } = await table.client.send(
      new QueryCommand({
        ...asked,
        TableName: table.name,
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}

/** Of a query: the items of a partition whose sort keys begin alike. */
export const startingWith = (pk: string, prefix: string) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
});

/** What stands behind a prefix in the sort keys of a partition, a page at a time. */
export async function* namesBehind(table: Table, pk: string, prefix: string): AsyncGenerator<string[]> {
  const pages = queryPages(table, { ...startingWith(pk, prefix), ProjectionExpression: 'sk' });
  for await (const page of pages) yield page.map(({ sk }) => String(sk).slice(prefix.length));
}

/** All that a query finds: for what is known to be little. */
export async function queryAll(table: Table, asked: PageQuery): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of queryPages(table, asked)) items.push(...page);
  return items;
}

/** The items of a query from the greatest key down, at most `limit`, page after page. */
export async function readNewest(
  table: Table,
  limit: number,
  query: Omit<QueryCommandInput, 'TableName' | 'ScanIndexForward' | 'Limit'>,
): Promise<Item[]> {
  const read: Item[] = [];
  let start = query.ExclusiveStartKey;
  do {
    const page: QueryCommandOutput = await table.client.send(
      new QueryCommand({
        ...query,
        TableName: table.name,
        ScanIndexForward: false,
        Limit: limit - read.length,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    read.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start && read.length < limit);
  return read;
}
