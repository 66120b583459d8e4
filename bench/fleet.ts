import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { newMonitorId } from '../lib/adapters/ids.ts';
import { monitorKey, type Key } from '../lib/data/keys.ts';
import { putMonitorItem } from '../lib/data/monitors/monitors.ts';
import type { Table } from '../lib/data/table.ts';
import { dayOf } from '../lib/domain/calendar.ts';
import type { Instant } from '../lib/domain/instant.ts';
import { newMonitor } from '../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../lib/domain/monitors/monitor.ts';
import type { DecidedSettings } from '../lib/domain/monitors/settings/default-settings.ts';

const BATCH = 25;
const AT_ONCE = 8;

/** A monitor of the most usual kind: every five minutes, a webhook, two tags, healthy since its last ping, its days rolled up. */
export function benchMonitor(lastEventAt: Instant, given: Partial<Monitor> = {}): Monitor {
  const identity = { id: newMonitorId(), spaceId: '2Yk8mQv1x4Zb7Nc0Ls9Dr3', slug: null };
  const createdAt = lastEventAt - 86_400_000;
  const dueAt = lastEventAt + SETTINGS.intervalSec * 1000 + 1;
  const rolledUpTo = dayOf(lastEventAt);
  return { ...newMonitor(identity, SETTINGS, createdAt), lastEventAt, dueAt, rolledUpTo, rev: 1, ...given };
}

const SETTINGS: DecidedSettings = {
  name: 'Nightly backup of the orders database',
  intervalSec: 300,
  cron: null,
  tz: null,
  graceSec: null,
  alertTo: null,
  alertToOwn: false,
  alertUrl: 'https://hooks.example.com/services/alerts',
  maxDurationSec: null,
  alertRepeatSec: null,
  alertAfterFailures: 1,
  usesChannels: true,
  tags: ['backup', 'production'],
  pausedUntil: null,
  nextExpectedAt: null,
  unscheduledSec: null,
};

/** Writes monitors as `lib/data/monitors/monitors` does, in batches; tells every now and then how many there are. */
export async function putFleet(
  table: Table,
  monitors: Iterable<Monitor>,
  told: (written: number) => void = () => {},
): Promise<void> {
  let written = 0;
  await inBatches(monitors, async (batch) => {
    await writeAll(
      table,
      batch.map((monitor) => ({ PutRequest: { Item: putMonitorItem(table, monitor).Put?.Item } })),
    );
    written += batch.length;
    if (written % 10_000 === 0) told(written);
  });
}

/** The keys of monitors and of all that is kept under them. */
export async function keysUnder(table: Table, monitors: readonly Monitor[]): Promise<Key[]> {
  const keys: Key[] = [];
  await inBatches(monitors, async (batch) => {
    for (const { id } of batch) {
      const { Items: items } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': monitorKey(id).pk },
          ProjectionExpression: 'pk, sk',
        }),
      );
      for (const item of items ?? []) keys.push({ pk: String(item['pk']), sk: String(item['sk']) });
    }
  });
  return keys;
}

/** Deletes items by their keys. */
export async function deleteAll(table: Table, keys: Iterable<Key>): Promise<void> {
  await inBatches(keys, (batch) =>
    writeAll(
      table,
      batch.map((key) => ({ DeleteRequest: { Key: { ...key } } })),
    ),
  );
}

type WriteRequest = NonNullable<
  ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']
>[string][number];

async function writeAll(table: Table, requests: WriteRequest[]): Promise<void> {
  const { UnprocessedItems: left } = await table.client.send(
    new BatchWriteCommand({ RequestItems: { [table.name]: requests } }),
  );
  const again = left?.[table.name] ?? [];
  if (again.length > 0) await writeAll(table, again);
}

async function inBatches<T>(items: Iterable<T>, work: (batch: T[]) => Promise<void>): Promise<void> {
  const source = items[Symbol.iterator]();
  const worker = async () => {
    for (let batch = take(source); batch.length > 0; batch = take(source)) await work(batch);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function take<T>(source: Iterator<T>): T[] {
  const batch: T[] = [];
  while (batch.length < BATCH) {
    const { done, value } = source.next();
    if (done) break;
    batch.push(value);
  }
  return batch;
}
