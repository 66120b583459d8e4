import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { eventIdOf, eventKey, monitorKey } from '../lib/data/keys.ts';
import type { Table } from '../lib/data/table.ts';

let turn = 0;

/**
 * The three calls of a healthy ping and nothing around them: no event to read, no rules, no reply. What the service
 * needs beyond this is its own.
 */
export async function bareCalls(table: Table, monitorId: string): Promise<void> {
  const at = Date.now();
  const TableName = table.name;
  await table.client.send(new GetCommand({ TableName, Key: monitorKey(monitorId), ConsistentRead: false }));
  await Promise.all([
    table.client.send(
      new PutCommand({
        TableName,
        Item: {
          ...eventKey(monitorId, eventIdOf(at, String(turn++).padStart(10, '0'))),
          at,
          kind: 'ping',
          source: 'get',
          ttl: Math.ceil(at / 1000) + 7_776_000,
        },
      }),
    ),
    table.client.send(
      new UpdateCommand({
        TableName,
        Key: monitorKey(monitorId),
        UpdateExpression:
          'SET lastEventAt = :lastEventAt, intervalSec = :intervalSec REMOVE nextExpectedAt, lastStatus, lastLatencyMs',
        ConditionExpression: 'rev = :rev AND attribute_exists(lastEventAt)',
        ExpressionAttributeValues: { ':lastEventAt': at, ':intervalSec': 300, ':rev': 1 },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  ]);
}
