import { DeleteCommand, PutCommand, QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Signal } from '../domain/monitor/signal.ts';
import { EVENT_PREFIX, eventIdOf, eventKey, monitorKey } from './keys.ts';
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

/** Writes an event; writing it again under its id replaces it, so a repeated decision leaves one event. */
export async function putEvent(table: Table, monitorId: string, event: MonitorEvent): Promise<void> {
  const present = Object.entries(event).filter(
    ([name, value]) => value !== null && value !== false && name !== 'id',
  );
  const ttl = Math.ceil(event.at / 1000) + LIMITS.eventRetentionDays * 86_400;
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...eventKey(monitorId, event.id), ...Object.fromEntries(present), ttl },
    }),
  );
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
  const events: MonitorEvent[] = [];
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
        Limit: options.limit - events.length,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    events.push(...(page.Items ?? []).map(eventOf));
    start = page.LastEvaluatedKey;
  } while (start && events.length < options.limit);
  return events;
}

function eventOf(item: Item): MonitorEvent {
  const { pk: _pk, sk, ttl: _ttl, ...fields } = item;
  const absent = {
    rid: null,
    durationMs: null,
    exitCode: null,
    status: null,
    latencyMs: null,
    hasOutput: false,
  };
  return { ...absent, ...fields, id: String(sk).slice(EVENT_PREFIX.length) } as MonitorEvent;
}
