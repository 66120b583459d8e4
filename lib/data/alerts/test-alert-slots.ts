import type { Instant } from '../../domain/instant.ts';
import { changeItem, getItem, unlessRefused } from '../items.ts';
import { testSlotKey } from '../keys.ts';
import { WriteConflict, transact, type Table, type TransactItem } from '../table.ts';

/** Test alerts under way at once in the whole service: a receiver that never answers holds an execution for 10 s. */
const SLOTS = [0, 1];
/** Longer than the function may run, so that a slot whose holder crashed comes free by itself, and no other does. */
const TAKEN_MS = 30_000;

/** A slot among the test alerts under way, ours until `until`. */
export interface TestSlot {
  slot: number;
  /** When it comes free by itself; also the mark by which its holder is known. */
  until: Instant;
}

/**
 * Takes a free slot and writes `items` in the same transaction, so that a refused test has written nothing. When no
 * slot is free, tells when the first comes free at the latest. Throws `WriteConflict` when a condition of `items` is
 * lost.
 */
export async function takeTestSlot(
  table: Table,
  items: readonly TransactItem[],
  now: Instant,
): Promise<TestSlot | { freeAt: Instant }> {
  const until = now + TAKEN_MS;
  for (const slot of SLOTS) {
    try {
      await transact(table, [takeSlotItem(table, { slot, until }, now), ...items]);
      return { slot, until };
    } catch (error) {
      const isTaken = error instanceof WriteConflict && !error.refused.slice(1).includes(true);
      if (!isTaken) throw error;
    }
  }
  const takenUntil = await Promise.all(SLOTS.map((slot) => takenUntilOf(table, slot)));
  return { freeAt: Math.min(...takenUntil.map((at) => at ?? now)) };
}

/** Gives a slot back. One that came free by itself and was taken by somebody else stays theirs. */
export async function releaseTestSlot(table: Table, { slot, until }: TestSlot): Promise<void> {
  await unlessRefused(
    changeItem(table, testSlotKey(slot), {
      UpdateExpression: 'REMOVE takenUntil',
      ConditionExpression: 'takenUntil = :until',
      ExpressionAttributeValues: { ':until': until },
    }),
  );
}

function takeSlotItem(table: Table, { slot, until }: TestSlot, now: Instant): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...testSlotKey(slot) },
      UpdateExpression: 'SET takenUntil = :until',
      ConditionExpression: 'attribute_not_exists(takenUntil) OR takenUntil <= :now',
      ExpressionAttributeValues: { ':until': until, ':now': now },
    },
  };
}

async function takenUntilOf(table: Table, slot: number): Promise<Instant | null> {
  const item = await getItem(table, testSlotKey(slot));
  const takenUntil = item?.['takenUntil'];
  return typeof takenUntil === 'number' ? takenUntil : null;
}
