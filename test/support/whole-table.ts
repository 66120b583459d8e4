import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { TestService } from './service.ts';

/** Everything the service's table holds, however much that is, in the order in which it comes. */
export async function wholeTable({ core: { table } }: TestService): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}
