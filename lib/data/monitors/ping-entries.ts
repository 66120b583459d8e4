import { eventIdOf } from '../keys.ts';
import type { MonitorEvent } from './events.ts';

/**
 * A plain success in short: when it came in base 36, how, the tail of its id and what it reported, as in
 * `m3k9x2a1G4f7z0q8c1v` or `…:200:35`. An event comes back from it as it was, with its id.
 */
export function pingEntryOf(event: MonitorEvent): string | null {
  const { id, at, kind, rid, durationMs, exitCode, status, latencyMs, source, hasOutput } = event;
  const isPlain = kind === 'ping' && rid === null && durationMs === null && !hasOutput;
  if (!isPlain || (exitCode ?? 0) !== 0) return null;
  const tail = id.slice(eventIdOf(at, '').length);
  const readings = status === null && latencyMs === null ? '' : `:${status ?? ''}:${latencyMs ?? ''}`;
  return at.toString(36) + WAYS[source][exitCode === null ? 'plain' : 'zero'] + tail + readings;
}

/** Upper case, so that nothing of a time or a tail is taken for one. */
const WAYS = { get: { plain: 'G', zero: 'H' }, post: { plain: 'P', zero: 'Q' } } as const;
const ENTRY = /^([0-9a-z]+)([GHPQ])([0-9a-z]+)(?::(-?\d*):(\d*))?$/;

/** Bytes of an entry that reports nothing. */
export const ENTRY_BYTES = 19;

/**
 * The events that entries stand for. What is none is left out, be it damaged or of a later release: neither an alert nor a
 * deletion may wait for it.
 */
export function eventsOfEntries(entries: readonly string[]): MonitorEvent[] {
  return entries.flatMap((entry) => eventOfEntry(entry) ?? []);
}

/** The event that an entry stands for; null for what is none. */
export function eventOfEntry(entry: string): MonitorEvent | null {
  const [, time, way, tail, status, latency] = ENTRY.exec(entry) ?? [];
  if (time === undefined || way === undefined || tail === undefined) return null;
  const at = Number.parseInt(time, 36);
  return {
    id: eventIdOf(at, tail),
    at,
    kind: 'ping',
    rid: null,
    durationMs: null,
    exitCode: way === 'H' || way === 'Q' ? 0 : null,
    status: readingOf(status),
    latencyMs: readingOf(latency),
    source: way === 'G' || way === 'H' ? 'get' : 'post',
    hasOutput: false,
  };
}

function readingOf(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}
