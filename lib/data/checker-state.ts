import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import type { BlindWindow } from '../domain/outage/blind-window.ts';
import { checkerKey } from './keys.ts';
import type { Table } from './table.ts';

/** What the checker remembers of itself. */
export interface CheckerState {
  startedAt: Instant | null;
  finishedAt: Instant | null;
  /** Nothing before it is judged: the first check, or the last time the clock was moved. */
  awakeSince: Instant | null;
  /** The newest ping of any monitor that checks have seen. */
  newestPingAt: Instant | null;
  /** Oldest first; the one that lasts is the last and may overlap others (`asOne` joins them). */
  windows: BlindWindow[];
}

export async function getCheckerState(table: Table): Promise<CheckerState> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...checkerKey }, ConsistentRead: true }),
  );
  const { pk: _pk, sk: _sk, ...state } = item ?? {};
  return { startedAt: null, finishedAt: null, awakeSince: null, newestPingAt: null, windows: [], ...state };
}

/** Writes what a check learned about itself; what is not given stays. */
export async function noteChecker(table: Table, change: Partial<CheckerState>): Promise<void> {
  const names = Object.keys(change);
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...checkerKey },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(change).map(([name, value]) => [`:${name}`, value]),
      ),
    }),
  );
}
