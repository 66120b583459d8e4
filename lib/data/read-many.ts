import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { anyOf } from '../adapters/ids.ts';
import type { Key } from './keys.ts';
import { readItems, type WireItem } from './read-items.ts';
import { TableThrottled, type Table } from './table.ts';

const BATCH = 100;
/** Fewer than the SDK has connections: a batch that waits for one would use up its time. */
const BATCHES_AT_ONCE = 10;
/** Before each try of a batch; what a throttled table leaves unread is asked for again, 2 s in all. */
const BATCH_WAITS_MS = [0, 20, 40, 80, 160, 320, 640, 1_000];
const JITTER_STEPS = 1_024;

/** Whether a read shows every write that was answered before it. */
export interface Consistency {
  consistent: boolean;
}
const CONSISTENT: Consistency = { consistent: true };

/** What was found of many items. */
export interface FoundItems<T> {
  items: T[];
  /** Why others that are there could not be read. */
  unreadable: unknown[];
}

/**
 * Consistent reads of many items, in no order; those that do not exist are absent. Each key is asked for once. Throws
 * `TableThrottled` when the table goes on leaving some unread, and when one of them cannot be read: for what would take
 * one that is left out for one that is not there.
 */
export async function readMany<T>(
  table: Table,
  keys: readonly Key[],
  read: (item: WireItem) => T,
): Promise<T[]> {
  const { items, unreadable } = await readReadable(table, keys, read);
  if (unreadable.length > 0) throw unreadable[0];
  return items;
}

/**
 * The same for a list: a damaged item is left out, since the others are worth more than an error for as long as it is
 * damaged. Its table is told.
 */
export async function readList<T>(
  table: Table,
  keys: readonly Key[],
  read: (item: WireItem) => T,
): Promise<T[]> {
  const { items, unreadable } = await readReadable(table, keys, read);
  if (unreadable.length > 0) table.onUnreadable?.(unreadable[0], unreadable.length);
  return items;
}

/**
 * The same, with what could not be read apart: one damaged item fails no other. An eventual read costs half, and may show an
 * item as it was before its last change, or as not there yet.
 */
export async function readReadable<T>(
  table: Table,
  keys: readonly Key[],
  read: (item: WireItem) => T,
  how: Consistency = CONSISTENT,
): Promise<FoundItems<T>> {
  const unreadable: unknown[] = [];
  const readOrNull = (item: WireItem) => {
    try {
      return { read: read(item) };
    } catch (error) {
      unreadable.push(error);
      return null;
    }
  };
  const found = await readEach(table, keys, readOrNull, how);
  return { items: found.flatMap((each) => (each ? [each.read] : [])), unreadable };
}

async function readEach<T>(
  table: Table,
  keys: readonly Key[],
  read: (item: WireItem) => T,
  how: Consistency,
): Promise<T[]> {
  const found: T[] = [];
  for (let start = 0; start < keys.length; start += BATCH * BATCHES_AT_ONCE) {
    const some = keys.slice(start, start + BATCH * BATCHES_AT_ONCE);
    const batches = Array.from({ length: Math.ceil(some.length / BATCH) }, (_, index) =>
      readBatch(table, some.slice(index * BATCH, (index + 1) * BATCH), read, how),
    );
    for (const batch of await Promise.all(batches)) found.push(...batch);
  }
  return found;
}

async function readBatch<T>(
  table: Table,
  asked: readonly Key[],
  read: (item: WireItem) => T,
  { consistent }: Consistency,
): Promise<T[]> {
  const found: T[] = [];
  let keys: Record<string, unknown>[] = asked.map((key) => ({ ...key }));
  for (const waitMs of BATCH_WAITS_MS) {
    await jitteredDelay(waitMs);
    const { items, unreadKeys } = await readItems(
      table,
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: consistent } } }),
      read,
    );
    found.push(...items);
    keys = unreadKeys;
    if (keys.length === 0) return found;
  }
  throw new TableThrottled(`The table left ${keys.length} of ${asked.length} items unread.`);
}

/** Waits between half of `ms` and all of it, so that contenders come apart. */
function jitteredDelay(ms: number): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) =>
    setTimeout(resolve, ms / 2 + (ms / 2) * (anyOf(JITTER_STEPS) / JITTER_STEPS)),
  );
}
