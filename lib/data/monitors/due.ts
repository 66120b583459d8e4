import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { DUE_INDEX, duePartition, duePartitionOf } from '../due-index.ts';
import { monitorKey, type Key } from '../keys.ts';
import { WriteConflict, writeConflict, type Item, type Table } from '../table.ts';

const PAGE = 100;
/** Two ticks: one may be lost. */
const KEEPS_UP_MS = 2 * LIMITS.checkEverySec * 1000;

/** An item that is due, and since when. */
export interface DueKey extends Key {
  dueAt: Instant;
}

/**
 * Where a pass over the due items of a shard stands: after an item that was met before; null is the oldest. Of a pass in two
 * parts the first is what fell due behind `newerThan`, the second what did until `upTo`, the same instant. One that names
 * neither has one part.
 */
export interface DuePosition {
  shard: number;
  after: DueKey | null;
  newerThan?: Instant;
  upTo?: Instant;
}

/**
 * Where a pass begins over a shard that was last worked off for `workedAt`. While the shard keeps up, what fell due since
 * comes first, and behind it what stayed in the index. One that is behind is worked off from the oldest, in one part. That
 * nobody checked since `lastCheckAt` leaves no shard behind.
 */
export function passOver(
  shard: number,
  workedAt: Instant,
  { lastCheckAt, now }: { lastCheckAt: Instant; now: Instant },
): DuePosition {
  const keepsUp = workedAt < now && (now - workedAt <= KEEPS_UP_MS || workedAt >= lastCheckAt);
  return { shard, after: null, ...(keepsUp && { newerThan: workedAt }) };
}

/** Where the next part of a pass begins; null where there is none. */
export function nextPart({ shard, newerThan }: DuePosition): DuePosition | null {
  return newerThan === undefined ? null : { shard, after: null, upTo: newerThan };
}

/** Whether deadlines may stay where they are: a shard that is behind moves them, so that it gets on. */
export function mayStay({ newerThan, upTo }: DuePosition): boolean {
  return newerThan !== undefined || upTo !== undefined;
}

/** A page of a pass, and the place in front of it. */
export interface DuePage {
  before: DuePosition;
  keys: DueKey[];
}

/** The pages of a pass from a place in it to its end. What fits one page is asked for once, for both parts. */
export async function* duePages(table: Table, from: DuePosition, now: Instant): AsyncGenerator<DuePage> {
  const older = nextPart(from);
  if (older && from.after === null) {
    const { keys, last } = await pageOf(table, { shard: from.shard, after: null }, now);
    if (last === null) {
      const [stayed = [], fresh = []] = [true, false].map((stays) =>
        keys.filter(({ dueAt }) => dueAt <= Number(older.upTo) === stays),
      );
      if (fresh.length > 0) yield { before: from, keys: fresh };
      if (stayed.length > 0) yield { before: older, keys: stayed };
      return;
    }
  }
  for (let part: DuePosition | null = from; part; part = nextPart(part)) {
    let before: DuePosition = part;
    for await (const keys of dueKeys(table, part, now)) {
      yield { before, keys };
      before = { ...part, after: keys.at(-1) ?? null };
    }
  }
}

/** The keys of what is due in one part of a pass, oldest first, a page at a time. */
export async function* dueKeys(table: Table, position: DuePosition, now: Instant): AsyncGenerator<DueKey[]> {
  let { after } = position;
  do {
    const { keys, last }: DueQueryPage = await pageOf(table, { ...position, after }, now);
    if (keys.length > 0) yield keys;
    after = last;
  } while (after);
}

interface DueQueryPage {
  keys: DueKey[];
  /** Where there may be more: behind this. */
  last: DueKey | null;
}

async function pageOf(table: Table, position: DuePosition, now: Instant): Promise<DueQueryPage> {
  const { shard, after, newerThan, upTo = now } = position;
  const duePk = duePartitionOf(shard);
  const { Items: items = [], LastEvaluatedKey: last } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: DUE_INDEX,
      KeyConditionExpression: `duePk = :shard AND dueAt ${newerThan === undefined ? '<= :to' : 'BETWEEN :from AND :to'}`,
      ExpressionAttributeValues: {
        ':shard': duePk,
        ':to': upTo,
        ...(newerThan !== undefined && { ':from': newerThan + 1 }),
      },
      Limit: PAGE,
      ...(after && { ExclusiveStartKey: { ...after, duePk } }),
    }),
  );
  return { keys: items.map(dueKeyOf), last: last ? dueKeyOf(last) : null };
}

const dueKeyOf = (item: Item): DueKey => ({
  pk: String(item['pk']),
  sk: String(item['sk']),
  dueAt: Number(item['dueAt']),
});

/**
 * Moves the due time of a monitor about which nothing else changed. Leaves the revision alone: a ping in flight
 * may write an earlier time over it, never a later one. Throws `WriteConflict` when the monitor changed.
 */
export async function moveDue(table: Table, monitor: Monitor, dueAt: Instant | null): Promise<void> {
  const key = monitorKey(monitor.id);
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...key },
        UpdateExpression: dueAt === null ? 'REMOVE duePk, dueAt' : 'SET duePk = :shard, dueAt = :due',
        ConditionExpression: 'rev = :rev',
        ExpressionAttributeValues: {
          ':rev': monitor.rev,
          ...(dueAt !== null && { ':shard': duePartition(table, key.pk), ':due': dueAt }),
        },
      }),
    );
  } catch (error) {
    throw writeConflict(error) ? new WriteConflict() : error;
  }
}
