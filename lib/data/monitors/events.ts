import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Signal } from '../../domain/monitors/signal.ts';
import { monitorIdOf } from '../key-parts.ts';
import { EVENT_PREFIX, eventIdOf, eventKey, monitorKey } from '../keys.ts';
import { readNewest } from '../read-newest.ts';
import { always, recordKind, sparse, ttlAfter } from '../record.ts';
import type { Table } from '../table.ts';

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

/** Which events are read, from the newest on: those before an instant, with `olderThan` those behind that event. */
export interface EventsAsked {
  limit: number;
  before: Instant;
  now: Instant;
  olderThan?: string;
  /** Whether none may be missing that was written by now. */
  consistent?: boolean;
}

/**
 * The newest events before an instant, newest first; with `olderThan` those behind that event. What is past its
 * retention is left out.
 */
export async function listEvents(
  table: Table,
  monitorId: string,
  asked: EventsAsked,
): Promise<MonitorEvent[]> {
  const query = eventQuery(table, monitorId, asked);
  return query ? (await readNewest(table, asked.limit, query)).map(events.fromItem) : [];
}

/**
 * The newest events that ended a run, newest first, and behind which event the list goes on; `LIMITS.eventsMax` events
 * are looked at, so there may be few or none and more behind them.
 */
export async function listClosings(
  table: Table,
  monitorId: string,
  asked: EventsAsked,
): Promise<{ closings: MonitorEvent[]; next: string | undefined }> {
  const query = eventQuery(table, monitorId, asked);
  if (!query) return { closings: [], next: undefined };
  const { Items: items = [], LastEvaluatedKey: last } = await table.client.send(
    new QueryCommand({
      ...query,
      FilterExpression: 'kind IN (:ping, :fail)',
      ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':ping': 'ping', ':fail': 'fail' },
      Limit: LIMITS.eventsMax,
    }),
  );
  const found = items.map(events.fromItem);
  const closings = found.slice(0, asked.limit);
  const next = found.length > asked.limit ? closings.at(-1)?.id : undefined;
  return { closings, next: next ?? (last && String(last['sk']).slice(EVENT_PREFIX.length)) };
}

/** The query for events from the newest on; undefined where there can be none. */
function eventQuery(
  { name }: Table,
  monitorId: string,
  { before, now, olderThan, consistent = false }: EventsAsked,
) {
  const oldestAt = now - LIMITS.eventRetentionDays * 86_400_000;
  const from = eventIdOf(Math.max(0, oldestAt), '');
  // `-` sorts before the tails of events of the same millisecond, so `before` is exclusive.
  const to = eventIdOf(before, '');
  if (before <= oldestAt || (olderThan !== undefined && olderThan < from)) return undefined;
  const isInside = olderThan !== undefined && olderThan <= to;
  return {
    TableName: name,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': monitorKey(monitorId).pk,
      ':from': `${EVENT_PREFIX}${from}`,
      ':to': `${EVENT_PREFIX}${to}`,
    },
    ScanIndexForward: false,
    // What the page before could see, this one sees too.
    ConsistentRead: consistent || olderThan !== undefined,
    ...(isInside && { ExclusiveStartKey: { ...eventKey(monitorId, olderThan) } }),
  };
}
