import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { settingsChange } from '../domain/monitor/settings-change.ts';
import { deleteChangeItem, putChangeItem } from './changes.ts';
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
  /** The id of the first entry in the change log of each of its monitors; null of a block of an earlier version. */
  changeId: string | null;
}

/** How a block is stored. */
const blocks = recordKind<MonitorBlock, 'spaceId' | 'blockId'>({
  key: ({ spaceId, blockId }) => monitorBlockKey(spaceId, blockId),
  inKey: { spaceId: spaceIdOf, blockId: ({ sk }) => sk.slice(MONITOR_BLOCK_PREFIX.length) },
  fields: { state: always, ids: always, dueAt: null, changeId: null },
});

const TRANSACTION_MAX = 100;
/** Transactions of 50 monitors each: an import of thousands has to fit into one call. */
const PARTS_AT_ONCE = 4;

/** Writes the block and its monitors with the first entries of their change logs, still invisible. */
export async function stageBlock(
  table: Table,
  block: MonitorBlock,
  monitors: readonly Monitor[],
  by: string,
): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: blocks.toItem(block) }));
  const items = monitors.flatMap((monitor) => stagedItems(table, block, monitor, by));
  const parts = Array.from({ length: Math.ceil(items.length / TRANSACTION_MAX) }, (_, part) =>
    items.slice(part * TRANSACTION_MAX, (part + 1) * TRANSACTION_MAX),
  );
  for (let start = 0; start < parts.length; start += PARTS_AT_ONCE)
    await allWritten(parts.slice(start, start + PARTS_AT_ONCE).map((part) => transact(table, part)));
}

/** Nothing may be under way when what was staged is cleared away. */
async function allWritten(writes: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(writes))
    if (result.status === 'rejected') throw result.reason;
}

function stagedItems(table: Table, { changeId }: MonitorBlock, monitor: Monitor, by: string): TransactItem[] {
  const change = settingsChange(undefined, monitor, { by, at: monitor.createdAt, way: 'imported' });
  return [
    putMonitorItem(table, monitor),
    ...(change === null || changeId === null ? [] : [putChangeItem(table, { ...change, id: changeId })]),
  ];
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

async function deleteMonitors(table: Table, { blockId, ids, changeId }: MonitorBlock): Promise<void> {
  for (let start = 0; start < ids.length; start += TRANSACTION_MAX) {
    const some = ids.slice(start, start + TRANSACTION_MAX);
    await deleteStaged(table, blockId, some);
    if (changeId === null) continue;
    await transact(
      table,
      some.map((id) => deleteChangeItem(table, id, changeId)),
    );
  }
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
