import { DAY_MS } from '../../domain/calendar.ts';
import { deleteItem, getItem, putItem } from '../items.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Signal } from '../../domain/monitors/signal.ts';
import { monitorIdOf } from '../key-parts.ts';
import { EVENT_PREFIX, eventIdOf, eventKey, monitorKey } from '../keys.ts';
import { readNewest } from '../query-pages.ts';
import { always, optional, recordKind, sparse, ttlAfter } from '../record.ts';
import type { Item, Table } from '../table.ts';

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
  /** When it was by who reports it, of what came so late that it counts when it came. */
  saidAt?: Instant;
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
    saidAt: optional,
  },
});

/** Writes an event; writing it again under its id replaces it, so a repeated decision leaves one event. */
export async function putEvent(table: Table, monitorId: string, event: MonitorEvent): Promise<void> {
  await putItem(table, eventItem(monitorId, event));
}

/** The item of an event. */
export function eventItem(monitorId: string, event: MonitorEvent): Item {
  return events.toItem({ ...event, monitorId });
}

/** Whether an event is there that is an item of its own. */
export async function hasEvent(table: Table, monitorId: string, eventId: string): Promise<boolean> {
  return (await getItem(table, eventKey(monitorId, eventId))) !== undefined;
}

/** Takes back an event whose monitor turned out to be gone. */
export async function deleteEvent(table: Table, monitorId: string, eventId: string): Promise<void> {
  await deleteItem(table, eventKey(monitorId, eventId));
}

/** Which events are read, from the newest on: those before an instant, with `olderThan` those behind that event. */
export interface EventsAsked {
  limit: number;
  before: Instant;
  now: Instant;
  olderThan?: string;
  /** None before this instant. */
  since?: Instant;
  /** Whether none may be missing that was written by now. */
  consistent?: boolean;
}

/** Between which ids the asked events lie: from the first on, up to the second and not with it; null where there can be none. */
export function boundsOf(asked: EventsAsked): { from: string; to: string } | null {
  const { before, now, olderThan, since = 0 } = asked;
  const oldestAt = Math.max(since, now - LIMITS.eventRetentionDays * DAY_MS);
  const from = eventIdOf(Math.max(0, oldestAt), '');
  // `-` sorts before the tails of events of the same millisecond, so `before` is exclusive.
  const end = eventIdOf(before, '');
  const to = olderThan !== undefined && olderThan < end ? olderThan : end;
  return before <= oldestAt || to <= from ? null : { from, to };
}

/**
 * The newest events that are items of their own, newest first: all of what a run, an exit code, a failure or an output tells, and
 * what came in no order. What is past its retention is left out.
 */
export async function listSingleEvents(
  table: Table,
  monitorId: string,
  asked: EventsAsked,
): Promise<MonitorEvent[]> {
  const bounds = boundsOf(asked);
  if (!bounds) return [];
  const { limit, olderThan, consistent = false } = asked;
  const items = await readNewest(table, limit, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': monitorKey(monitorId).pk,
      ':from': EVENT_PREFIX + bounds.from,
      ':to': EVENT_PREFIX + bounds.to,
    },
    // What the page before could see, this one sees too.
    ConsistentRead: consistent || olderThan !== undefined,
    ...(bounds.to === olderThan && { ExclusiveStartKey: { ...eventKey(monitorId, olderThan) } }),
  });
  return items.map(events.fromItem);
}
