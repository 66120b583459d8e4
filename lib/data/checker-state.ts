import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import { checkerKey } from './keys.ts';
import type { Table } from './table.ts';

/** What the checker remembers of itself. */
export interface CheckerState {
  startedAt: Instant | null;
  finishedAt: Instant | null;
}

export async function getCheckerState(table: Table): Promise<CheckerState> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...checkerKey }, ConsistentRead: true }),
  );
  return { startedAt: null, finishedAt: null, ...item };
}

/** Notes that a check began or went through; times never go back when two checks overlap. */
export async function noteCheck(table: Table, field: 'startedAt' | 'finishedAt', at: Instant): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...checkerKey },
      UpdateExpression: `SET ${field} = :at`,
      ExpressionAttributeValues: { ':at': at },
    }),
  );
}
