import { DeleteCommand, PutCommand, QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Signal } from '../domain/monitor/signal.ts';
import { EVENT_PREFIX, eventIdOf, eventKey, monitorIdOf, monitorKey } from './keys.ts';
import { always, recordKind, sparse, ttlAfter } from './record.ts';
import type { Item, Table } from './table.ts';

/** A signal as it was recorded (SPEC.md "Ping"). */
export interface MonitorEvent {
  id: string;
  at: Instant;
  kind: Signal['kind'];
  rid: string | null;
  durationMs: number | null;
  exitCode: number | null;
  status: number | null;
  latencyMs: number | null;
  source: 'get' | 'post';
  /** Whether what the job sent with it is kept. */
  hasOutput: boolean;
}

/** How an event is stored: under its monitor, which the key tells. */
const events = recordKind<MonitorEvent & { monitorId: string }, 'id' | 'monitorId'>({
  key: ({ id, monitorId }) => eventKey(monitorId, id),
  inKey: { id: ({ sk }) => sk.slice(EVENT_PREFIX.length), monitorId: monitorIdOf },
  ttl: ({ at }) => ttlAfter(at, LIMITS.eventRetentionDays),
  fields: {
    at: always,
    kind: always,
    rid: null,
    durationMs: null,
    exitCode: null,
    status: null,
    latencyMs: null,
    source: always,
    hasOutput: sparse(false),
  },
});

/** Writes an event; writing it again under its id replaces it, so a repeated decision leaves one event. */
export async function putEvent(table: Table, monitorId: string, event: MonitorEvent): Promise<void> {
  const Item = events.toItem({ ...event, monitorId });
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

/** Takes back an event whose monitor turned out to be gone. */
export async function deleteEvent(table: Table, monitorId: string, eventId: string): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: eventKey(monitorId, eventId) }));
}

/**
 * The newest events before an instant, newest first; with `olderThan` those behind that event. What is past its
 * retention is left out.
 */
export async function listEvents(
  table: Table,
  monitorId: string,
  options: { limit: number; before: Instant; now: Instant; olderThan?: string },
): Promise<MonitorEvent[]> {
  const oldestAt = options.now - LIMITS.eventRetentionDays * 86_400_000;
  const from = eventIdOf(Math.max(0, oldestAt), '');
  // `-` sorts before the tails of events of the same millisecond, so `before` is exclusive.
  const to = eventIdOf(options.before, '');
  const { olderThan } = options;
  if (options.before <= oldestAt || (olderThan !== undefined && olderThan < from)) return [];
  const read: MonitorEvent[] = [];
  let start: Item | undefined =
    olderThan === undefined || olderThan > to ? undefined : { ...eventKey(monitorId, olderThan) };
  do {
    const page: QueryCommandOutput = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': monitorKey(monitorId).pk,
          ':from': `${EVENT_PREFIX}${from}`,
          ':to': `${EVENT_PREFIX}${to}`,
        },
        ScanIndexForward: false,
        // What the page before could see, this one sees too.
        ConsistentRead: olderThan !== undefined,
        Limit: options.limit - read.length,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    read.push(...(page.Items ?? []).map(events.fromItem));
    start = page.LastEvaluatedKey;
  } while (start && read.length < options.limit);
  return read;
}
