import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { TestService } from '../service/service.ts';

/** Everything the service's table holds, or all with one sort key, however much that is, in the order in which it comes. */
export async function wholeTable(
  { core: { table } }: TestService,
  sk?: string,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...(sk !== undefined && {
          FilterExpression: 'sk = :sk',
          ExpressionAttributeValues: { ':sk': sk },
        }),
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}
