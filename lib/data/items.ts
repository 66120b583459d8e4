import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import { WriteConflict, writeConflict, type Item, type Table, type TransactItem } from './table.ts';

/** The item of a key as it is now, or undefined. Where that is enough, as it was a moment ago. */
export async function getItem(
  table: Table,
  { pk, sk }: Key,
  options: { consistent: boolean } = { consistent: true },
): Promise<Item | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk, sk }, ConsistentRead: options.consistent }),
  );
  return item;
}

/** Puts an item in the place of the one before, if any. */
export async function putItem(table: Table, item: Item): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
}

/** Puts an item unless there is one under its key: false then. */
export function putNewItem(table: Table, item: Item): Promise<boolean> {
  return unlessRefused(table.client.send(new PutCommand(newItem(table, item).Put)));
}

/** Removes an item; one that is gone stays so. */
export async function deleteItem(table: Table, { pk, sk }: Key): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
}

/** A new item, as part of a transaction; refused when there is one under its key. */
export function newItem(table: Table, item: Item): { Put: NonNullable<TransactItem['Put']> } {
  return {
    Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
  };
}

/** What is done to an item, and under which condition. */
export type Change = Omit<NonNullable<TransactItem['Update']>, 'TableName' | 'Key'>;

/** Changes an item; returns what `ReturnValues` asks for. Throws `WriteConflict` when the condition does not hold. */
export async function changeItem(
  table: Table,
  { pk, sk }: Key,
  change: Change & { ReturnValues?: 'ALL_OLD' | 'ALL_NEW' | 'UPDATED_NEW' },
): Promise<Item | undefined> {
  const update = new UpdateCommand({ TableName: table.name, Key: { pk, sk }, ...change });
  const { Attributes: item } = await conditionally(table.client.send(update));
  return item;
}

/** A conditional write. Throws `WriteConflict` when its condition does not hold. */
export async function conditionally<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw writeConflict(error) ?? error;
  }
}

/**
 * Puts an item under the hash of a secret that nobody else can have made: one that is there is this one, written by a try
 * whose answer was lost.
 */
export async function putOwn(table: Table, item: Item): Promise<void> {
  await putNewItem(table, item);
}

/**
 * A transaction that has nothing left to do when its first condition does not hold: false then. Another conflict does not mean
 * that, and is thrown.
 */
export async function unlessFirstRefused(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof WriteConflict && error.refused[0]) return false;
    throw error;
  }
}

/** A conditional write that has nothing left to do when its condition does not hold: false then. */
export async function unlessRefused(write: Promise<unknown>): Promise<boolean> {
  try {
    await conditionally(write);
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
}
