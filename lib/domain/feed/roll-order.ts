import type { FeedMonitor } from './feed-monitor.ts';
import { isTrouble, standingOf, type Standing } from './standing.ts';

/** How monitors stand, as a reader needs it: trouble first, what is not watched any more last. */
export const ROLL_ORDER: readonly Standing[] = [
  'late',
  'failing',
  'running too long',
  'beyond its threshold',
  'waiting',
  'paused',
  'ok',
  'inactive',
];

/**
 * The monitors by standing (trouble first); those in trouble newest first, the others by name with numbers in
 * natural order; then by row id.
 */
export function inRollOrder<M extends FeedMonitor>(monitors: readonly M[]): M[] {
  return monitors
    .map((monitor) => ({ monitor, ...placeOf(monitor), key: naturalKey(monitor.name) }))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        other.since - one.since ||
        compareText(one.key, other.key) ||
        compareText(one.monitor.rowId, other.monitor.rowId),
    )
    .map(({ monitor }) => monitor);
}

function placeOf(monitor: FeedMonitor): { rank: number; since: number } {
  const standing = standingOf(monitor);
  const since = monitor.state === 'late' ? monitor.stateSince : (monitor.incident?.since ?? 0);
  return { rank: ROLL_ORDER.indexOf(standing), since: isTrouble(standing) ? since : 0 };
}

/** A name as it is sorted: without case and accents, numbers padded. An Intl.Collator would cost 6 ms of every cold start. */
export function naturalKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'));
}

export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
