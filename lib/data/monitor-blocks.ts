import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { changeItem, getItem, unlessRefused } from './items.ts';
import { MONITOR_BLOCK_PREFIX, monitorBlockKey, monitorKey, spaceIdOf } from './keys.ts';
import { putMonitorItem } from './monitors.ts';
import { always, recordKind } from './record.ts';
import { transact, WriteConflict, type Table, type TransactItem } from './table.ts';

/**
 * Many monitors that come to be together. More than fit one transaction are created all or none like this: the block
 * is written first (`staged`, and due, so that the checker clears away what a crash leaves), then the monitors, which
 * nobody can know or ping yet, then one transaction makes the block `committed` and counts them.
 */
export interface MonitorBlock {
  spaceId: string;
  blockId: string;
  state: 'staged' | 'committed' | 'abandoned';
  ids: string[];
  dueAt: Instant | null;
}

/** How a block is stored. */
const blocks = recordKind<MonitorBlock, 'spaceId' | 'blockId'>({
  key: ({ spaceId, blockId }) => monitorBlockKey(spaceId, blockId),
  inKey: { spaceId: spaceIdOf, blockId: ({ sk }) => sk.slice(MONITOR_BLOCK_PREFIX.length) },
  fields: { state: always, ids: always, dueAt: null },
});

const TRANSACTION_MAX = 100;

/** Writes the block and its monitors, still invisible. */
export async function stageBlock(
  table: Table,
  block: MonitorBlock,
  monitors: readonly Monitor[],
): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: blocks.toItem(block) }));
  for (let start = 0; start < monitors.length; start += TRANSACTION_MAX) {
    const items = monitors
      .slice(start, start + TRANSACTION_MAX)
      .map((monitor) => putMonitorItem(table, monitor));
    await transact(table, items);
  }
}

/** Makes the block visible, as part of the transaction that counts its monitors. */
export function commitBlockItem(table: Table, block: MonitorBlock): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...monitorBlockKey(block.spaceId, block.blockId) },
      UpdateExpression: 'SET #state = :committed REMOVE duePk, dueAt',
      ConditionExpression: '#state = :staged',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':committed': 'committed', ':staged': 'staged' },
    },
  };
}

/** Clears away a block that was not committed. A block that was committed meanwhile is left alone. */
export async function abandonBlock(table: Table, spaceId: string, blockId: string): Promise<void> {
  const key = monitorBlockKey(spaceId, blockId);
  const item = await getItem(table, key);
  const block = item && blocks.fromItem(item);
  if (!block || block.state === 'committed') return;
  const isOurs = await unlessRefused(
    changeItem(table, key, {
      UpdateExpression: 'SET #state = :abandoned',
      ConditionExpression: '#state <> :committed',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':abandoned': 'abandoned', ':committed': 'committed' },
    }),
  );
  if (!isOurs) return;
  await deleteMonitors(table, block);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...key } }));
}

/**
 * Whether a monitor is part of an import that is not committed: nobody must use it yet, though its name is known. Reads
 * nothing of a monitor that was written to since, and of most others.
 */
export async function isStaged(
  table: Table,
  { spaceId, blockId, rev }: Pick<Monitor, 'spaceId' | 'blockId' | 'rev'>,
): Promise<boolean> {
  if (blockId === undefined || rev > 0) return false;
  const item = await getItem(table, monitorBlockKey(spaceId, blockId));
  return item === undefined || blocks.fromItem(item).state !== 'committed';
}

async function deleteMonitors(table: Table, { blockId, ids }: MonitorBlock): Promise<void> {
  for (let start = 0; start < ids.length; start += TRANSACTION_MAX)
    await deleteStaged(table, blockId, ids.slice(start, start + TRANSACTION_MAX));
}

/** A name may have got its monitor by a ping before this block came to it; that one stays. */
async function deleteStaged(table: Table, blockId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await transact(
      table,
      ids.map((id) => deletionItem(table, blockId, id)),
    );
  } catch (error) {
    const refused = error instanceof WriteConflict ? error.refused : [];
    if (!refused.includes(true)) throw error;
    await deleteStaged(
      table,
      blockId,
      ids.filter((_, index) => refused[index] !== true),
    );
  }
}

function deletionItem(table: Table, blockId: string, id: string): TransactItem {
  return {
    Delete: {
      TableName: table.name,
      Key: { ...monitorKey(id) },
      ConditionExpression: 'attribute_not_exists(slug) OR blockId = :block',
      ExpressionAttributeValues: { ':block': blockId },
    },
  };
}
