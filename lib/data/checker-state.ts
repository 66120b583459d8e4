import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import type { BlindWindow } from '../domain/outage/blind-window.ts';
import { checkerKey } from './keys.ts';
import { LostCondition, lostCondition, type Table } from './table.ts';

/** What the checker remembers of itself. */
export interface CheckerState {
  /** When the windows were last judged, by a check that began then; it need not have finished. */
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
  await write(table, updateOf(table, change));
}

/** The same under the condition that nobody judged the windows since `seen` was read. Throws `LostCondition`. */
export async function noteJudgement(
  table: Table,
  seen: CheckerState,
  change: Partial<CheckerState>,
): Promise<void> {
  const update = updateOf(table, change);
  const values = seen.startedAt === null ? {} : { ':seen': seen.startedAt };
  await write(table, {
    ...update,
    ConditionExpression: seen.startedAt === null ? 'attribute_not_exists(startedAt)' : 'startedAt = :seen',
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...values },
  });
}

/** Keeps the newest ping that checks have seen: an older one, of a check that ends later, changes nothing. */
export async function noteNewestPing(table: Table, newestPingAt: Instant): Promise<void> {
  const newer = 'attribute_not_exists(newestPingAt) OR newestPingAt < :newestPingAt';
  try {
    await write(table, { ...updateOf(table, { newestPingAt }), ConditionExpression: newer });
  } catch (error) {
    if (!(error instanceof LostCondition)) throw error;
  }
}

async function write(table: Table, update: UpdateCommandInput): Promise<void> {
  try {
    await table.client.send(new UpdateCommand(update));
  } catch (error) {
    throw lostCondition(error) ?? error;
  }
}

function updateOf(table: Table, change: Partial<CheckerState>) {
  const entries = Object.entries(change);
  return {
    TableName: table.name,
    Key: { ...checkerKey },
    UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
  };
}
