import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

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
