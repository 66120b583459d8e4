import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import { testSlotKey } from './keys.ts';
import { LostCondition, lostCondition, type Table } from './table.ts';

/** Test alerts under way at once in the whole service: a receiver that never answers holds an execution for 10 s. */
const SLOTS = [0, 1];
/** Longer than the function may run, so that a slot whose holder crashed comes free by itself, and no other does. */
const HELD_MS = 30_000;

/** A place among the test alerts under way, ours until `until`. */
export interface TestSlot {
  slot: number;
  /** When it comes free by itself; also the mark by which its holder is known. */
  until: Instant;
}

/** Takes a free place; when there is none, tells when the first comes free at the latest. */
export async function takeTestSlot(table: Table, now: Instant): Promise<TestSlot | { freeAt: Instant }> {
  const until = now + HELD_MS;
  const takenUntil: Instant[] = [];
  for (const slot of SLOTS) {
    try {
      await updateSlot(table, slot, {
        UpdateExpression: 'SET takenUntil = :until',
        ConditionExpression: 'attribute_not_exists(takenUntil) OR takenUntil <= :now',
        ExpressionAttributeValues: { ':until': until, ':now': now },
      });
      return { slot, until };
    } catch (error) {
      if (!(error instanceof LostCondition)) throw error;
      takenUntil.push(Number(error.current?.['takenUntil'] ?? until));
    }
  }
  return { freeAt: Math.min(...takenUntil) };
}

/** Gives a place back. One that came free by itself and was taken by somebody else stays theirs. */
export async function releaseTestSlot(table: Table, { slot, until }: TestSlot): Promise<void> {
  try {
    await updateSlot(table, slot, {
      UpdateExpression: 'REMOVE takenUntil',
      ConditionExpression: 'takenUntil = :until',
      ExpressionAttributeValues: { ':until': until },
    });
  } catch (error) {
    if (!(error instanceof LostCondition)) throw error;
  }
}

interface SlotUpdate {
  UpdateExpression: string;
  ConditionExpression: string;
  ExpressionAttributeValues: Record<string, Instant>;
}

async function updateSlot(table: Table, slot: number, update: SlotUpdate): Promise<void> {
  const command = new UpdateCommand({
    TableName: table.name,
    Key: { ...testSlotKey(slot) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...update,
  });
  try {
    await table.client.send(command);
  } catch (error) {
    throw lostCondition(error) ?? error;
  }
}
