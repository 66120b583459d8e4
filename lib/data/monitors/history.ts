import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { Table } from '../table.ts';
import { boundsOf, listSingleEvents, type EventsAsked, type MonitorEvent } from './events.ts';
import { blockPages } from './ping-blocks.ts';
import { eventsOfEntries } from './ping-entries.ts';

/** How many events a block of a monitor that pings often has, about. */
const IN_A_BLOCK = 20;
const UNREADABLE = new Error('An entry of a list of pings is none.');

/** A monitor as it was read before its history: what left its list since then lies in a block by now. */
export type Listing = Pick<Monitor, 'id' | 'recent'>;

/**
 * The newest events of a monitor, newest first: those of its list, of the blocks that it was packed into and those that are
 * items of their own, as one history in which each is once. What is past its retention is left out.
 */
export async function listEvents(
  table: Table,
  monitor: Listing,
  asked: EventsAsked,
): Promise<MonitorEvent[]> {
  const bounds = boundsOf(asked);
  if (!bounds) return [];
  const [singles, packed] = await Promise.all([
    listSingleEvents(table, monitor.id, asked),
    packedBetween(table, monitor, { ...bounds, most: asked.limit }),
  ]);
  // Of one that is there twice, since an answer was lost and the list packed meanwhile, the item knows as much.
  const byId = new Map([...packed, ...singles].map((event) => [event.id, event]));
  return [...byId.values()].sort(newerFirst).slice(0, asked.limit);
}

/**
 * The newest events that ended a run, newest first, and behind which event the list goes on; `LIMITS.eventsMax` events
 * are looked at, so there may be few or none and more behind them.
 */
export async function listClosings(
  table: Table,
  monitor: Listing,
  asked: EventsAsked,
): Promise<{ closings: MonitorEvent[]; next: string | undefined }> {
  const events = await listEvents(table, monitor, { ...asked, limit: LIMITS.eventsMax });
  const found = events.filter(({ kind }) => kind === 'ping' || kind === 'fail');
  const closings = found.slice(0, asked.limit);
  if (found.length > asked.limit) return { closings, next: closings.at(-1)?.id };
  return { closings, next: events.length === LIMITS.eventsMax ? events.at(-1)?.id : undefined };
}

/**
 * The newest packed events from one id up to another and not with it, in no order: all of them, or at least `most`. Those
 * that the list held when the monitor was read, and those of its blocks.
 */
export async function packedBetween(
  table: Table,
  monitor: Listing,
  { from, to, most }: { from: string; to: string; most: number },
): Promise<MonitorEvent[]> {
  const found = new Map<string, MonitorEvent>();
  const take = (entries: readonly string[]): boolean => {
    const events = eventsOfEntries(entries);
    if (events.length < entries.length) table.onUnreadable?.(UNREADABLE, entries.length - events.length);
    const inside = events.filter(({ id }) => id >= from && id < to);
    for (const event of inside) found.set(event.id, event);
    return inside.length > 0;
  };
  take(monitor.recent);
  if (found.size >= most) return [...found.values()];
  for await (const entries of blockPages(table, monitor.id, to, Math.ceil(most / IN_A_BLOCK) + 1))
    if (!take(entries) || found.size >= most) break;
  return [...found.values()];
}

function newerFirst(a: MonitorEvent, b: MonitorEvent): number {
  return a.id < b.id ? 1 : -1;
}
