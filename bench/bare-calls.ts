import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { changeItem, type Change } from '../lib/data/items.ts';
import { monitorKey } from '../lib/data/keys.ts';
import { WriteConflict, type Table } from '../lib/data/table.ts';

let turn = 0;

/**
 * The one call of a healthy ping and nothing around it: no event to read, no rules, no reply, and a list that never gets
 * full. What the service needs beyond this is its own.
 */
export async function bareCall(table: Table, monitorId: string): Promise<void> {
  const change = changeTo('list_append(:none, :entry)', { ':none': [] });
  await table.client.send(
    new UpdateCommand({ TableName: table.name, Key: monitorKey(monitorId), ...change }),
  );
}

/** The same with the list as pings have it: it grows, and whoever meets it full begins it anew, without a block. */
export async function listedCall(table: Table, monitorId: string): Promise<void> {
  const key = monitorKey(monitorId);
  try {
    await changeItem(table, key, changeTo('list_append(recent, :entry)'));
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const { ConditionExpression: _, ...anyway } = changeTo(':entry');
    await changeItem(table, key, anyway);
  }
}

function changeTo(recent: string, values: Record<string, unknown> = {}) {
  const at = Date.now();
  return {
    UpdateExpression: `SET lastEventAt = :at, lateAt = :at + toleranceMs, recent = ${recent} REMOVE lastStatus, lastLatencyMs`,
    ConditionExpression:
      'calmRev = rev AND lateAt >= :at AND attribute_exists(lastEventAt) AND size(recent) < listMax AND attribute_not_exists(idTail)',
    ExpressionAttributeValues: {
      ':at': at,
      ...values,
      ':entry': [`${at.toString(36)}G${String(turn++).padStart(10, '0')}`],
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } satisfies Change;
}
