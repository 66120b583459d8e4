import { MINUTE_MS } from '../../domain/calendar.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { settingsChange, type Doer } from '../../domain/monitors/settings/settings-change.ts';
import type { CheckFields } from '../../domain/monitors/switch/check-fields.ts';
import { deleteChangeItem, putChangeItem } from './changes.ts';
import { checkFieldsItem, noCheckFieldsItem } from './check-fields.ts';
import { changeItem, getItem, unlessRefused, putItem, deleteItem } from '../items.ts';
import { spaceIdOf } from '../key-parts.ts';
import { MONITOR_BLOCK_PREFIX, monitorBlockKey, monitorKey, type Key } from '../keys.ts';
import { putMonitorItem } from './monitors.ts';
import { always, recordKind } from '../record.ts';
import { transact, WriteConflict, type Table, type TransactItem } from '../table.ts';

/**
 * Many monitors that come to be together. More than fit one transaction are created all or none like this: the block
 * is written first (`staged`, and due, so that the checker clears away what a crash leaves), then the monitors, which
 * nobody can know or ping yet, then one transaction makes the block `committed` and counts them.
 */
export interface MonitorBlock {
  spaceId: string;
  blockId: string;
  /** A `cleared` one waits for writes of it that were under way, and is cleared away once more. */
  state: 'staged' | 'committed' | 'abandoned' | 'cleared';
  ids: string[];
  /** Until the checker clears it: far longer than a request, or a write that lost its answer, can last. */
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

/** From when on the checker takes a staged block for abandoned, and a cleared one for cleared for good. */
export const BLOCK_DUE_MS = 15 * MINUTE_MS;
const TRANSACTION_MAX = 100;
/** Each with what is said of it as a check. */
const DELETED_AT_ONCE = 50;
/** Transactions of up to 50 monitors each: an import of thousands has to fit into one call. */
const PARTS_AT_ONCE = 4;

/** What is staged with the monitors of a block. */
export interface StagedWith {
  doer: Doer;
  /** Of those that came as checks of Healthchecks, by their ids. */
  fields?: ReadonlyMap<string, CheckFields> | undefined;
}

/**
 * Writes the block and its monitors with the first entries of their change logs, still invisible. Throws `WriteConflict`
 * where a monitor is there already; after any other error a part of it may reach the table yet.
 */
export async function stageBlock(
  table: Table,
  block: MonitorBlock,
  monitors: readonly Monitor[],
  besides: StagedWith,
): Promise<void> {
  await putBlock(table, block);
  const parts = inTransactions(monitors.map((monitor) => stagedItems(table, block, monitor, besides)));
  for (let start = 0; start < parts.length; start += PARTS_AT_ONCE)
    await allWritten(parts.slice(start, start + PARTS_AT_ONCE).map((part) => transact(table, part)));
}

/** What is of one monitor stays together: it is written where its id is free, and else not at all. */
function inTransactions(groups: readonly TransactItem[][]): TransactItem[][] {
  const parts: TransactItem[][] = [];
  for (const group of groups) {
    const last = parts.at(-1);
    if (last && last.length + group.length <= TRANSACTION_MAX) last.push(...group);
    else parts.push([...group]);
  }
  return parts;
}

/** Waits for all: nothing may be under way when what was staged is cleared away. Throws a failure rather than a conflict. */
async function allWritten(writes: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(writes);
  const errors = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const failure = errors.find((error) => !(error instanceof WriteConflict)) ?? errors[0];
  if (failure !== undefined) throw failure;
}

function stagedItems(
  table: Table,
  { changeId }: MonitorBlock,
  monitor: Monitor,
  { doer, fields }: StagedWith,
): TransactItem[] {
  const said = fields?.get(monitor.id);
  const change = settingsChange(undefined, monitor, { ...doer, at: monitor.createdAt, way: 'imported' });
  return [
    putMonitorItem(table, monitor),
    ...(change === null || changeId === null ? [] : [putChangeItem(table, { ...change, id: changeId })]),
    ...(said ? [checkFieldsItem(table, monitor.id, said)] : []),
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

/**
 * Clears away a block that was not committed, as known to whoever staged it or as it is stored; one that was committed
 * meanwhile is left alone. Without `isSettled` a write of the block may still be under way and reach the table later, with
 * names that nobody could use again: the block stays, due, to be cleared once more.
 */
export async function abandonBlock(
  table: Table,
  block: MonitorBlock,
  { now, isSettled }: { now: Instant; isSettled: boolean },
): Promise<void> {
  const key = monitorBlockKey(block.spaceId, block.blockId);
  if (!(await isAbandoned(table, key))) return;
  await deleteMonitors(table, block);
  if (isSettled) await deleteItem(table, key);
  else await putBlock(table, { ...block, state: 'cleared', dueAt: now + BLOCK_DUE_MS });
}

/** Clears away what is due: at first a block that nobody committed in time, and later what reached the table after that. */
export async function clearDueBlock(
  table: Table,
  { spaceId, blockId }: Pick<MonitorBlock, 'spaceId' | 'blockId'>,
  now: Instant,
): Promise<void> {
  const item = await getItem(table, monitorBlockKey(spaceId, blockId));
  const block = item && blocks.fromItem(item);
  if (!block || block.dueAt === null || block.dueAt > now) return;
  await abandonBlock(table, block, { now, isSettled: block.state === 'cleared' });
}

/** From now on it cannot be committed. False where it was, and where there is none: a block that comes late is due. */
function isAbandoned(table: Table, key: Key): Promise<boolean> {
  return unlessRefused(
    changeItem(table, key, {
      UpdateExpression: 'SET #state = :abandoned',
      ConditionExpression: 'attribute_exists(pk) AND #state <> :committed',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':abandoned': 'abandoned', ':committed': 'committed' },
    }),
  );
}

function putBlock(table: Table, block: MonitorBlock): Promise<void> {
  return putItem(table, blocks.toItem(block, table));
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
  for (let start = 0; start < ids.length; start += DELETED_AT_ONCE) {
    const some = ids.slice(start, start + DELETED_AT_ONCE);
    await deleteStaged(table, blockId, some);
    if (changeId === null) continue;
    await transact(
      table,
      some.map((id) => deleteChangeItem(table, id, changeId)),
    );
  }
}

/** A name or a token that was brought along may have got its monitor before this block came to it; that one stays. */
async function deleteStaged(table: Table, blockId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await transact(
      table,
      ids.flatMap((id) => [deletionItem(table, blockId, id), noCheckFieldsItem(table, id)]),
    );
  } catch (error) {
    const refused = error instanceof WriteConflict ? error.refused : [];
    if (!refused.includes(true)) throw error;
    await deleteStaged(
      table,
      blockId,
      ids.filter((_, index) => refused[2 * index] !== true),
    );
  }
}

/** What has neither has an id that nobody else can bring. */
function deletionItem(table: Table, blockId: string, id: string): TransactItem {
  return {
    Delete: {
      TableName: table.name,
      Key: { ...monitorKey(id) },
      ConditionExpression:
        '(attribute_not_exists(slug) AND attribute_not_exists(broughtId)) OR blockId = :block',
      ExpressionAttributeValues: { ':block': blockId },
    },
  };
}
