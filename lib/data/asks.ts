import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { spaceKey } from './keys.ts';
import type { Table, TransactItem } from './table.ts';

/**
 * How often a space has had addresses asked: read before its consents are, so that what was decided from them can be
 * made conditional on no other address having been asked meanwhile.
 */
export async function getAsks(table: Table, spaceId: string): Promise<number> {
  const { Item: space } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: spaceKey(spaceId), ConsistentRead: true }),
  );
  return Number(space?.['asks'] ?? 0);
}

/** Counts an address asked, as part of the transaction that has it asked; lost when the space has asked another. */
export function countAskItem(table: Table, spaceId: string, asks: number): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...spaceKey(spaceId) },
      UpdateExpression: 'SET asks = :next',
      ConditionExpression: `attribute_exists(pk) AND ${asks === 0 ? 'attribute_not_exists(asks)' : 'asks = :seen'}`,
      ExpressionAttributeValues: { ':next': asks + 1, ...(asks > 0 && { ':seen': asks }) },
    },
  };
}
