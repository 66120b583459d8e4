import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { monitorKey } from '../lib/data/keys.ts';
import type { Table } from '../lib/data/table.ts';

let turn = 0;

/**
 * The one call of a healthy ping and nothing around it: no event to read, no rules, no reply, and a list that never gets
 * full. What the service needs beyond this is its own.
 */
export async function bareCall(table: Table, monitorId: string): Promise<void> {
  const at = Date.now();
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: monitorKey(monitorId),
      UpdateExpression:
        'SET lastEventAt = :at, lateAt = :at + toleranceMs, recent = list_append(:none, :entry) REMOVE lastStatus, lastLatencyMs',
      ConditionExpression:
        'calmRev = rev AND lateAt >= :at AND attribute_exists(lastEventAt) AND size(recent) < listMax AND attribute_not_exists(idTail)',
      ExpressionAttributeValues: {
        ':at': at,
        ':none': [],
        ':entry': [`${at.toString(36)}G${String(turn++).padStart(10, '0')}`],
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
}
