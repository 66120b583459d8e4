import type { FeedMonitor, FeedState } from './feed-monitor.ts';

/** The states as a reader needs them: failures first, what is off the roll last. */
export const ROLL_ORDER: readonly FeedState[] = ['late', 'waiting', 'paused', 'ok', 'inactive'];

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The monitors by state (failures first), then by name with numbers in natural order, then by row id. */
export function inRollOrder(monitors: readonly FeedMonitor[]): FeedMonitor[] {
  return monitors.toSorted(
    (one, other) =>
      ROLL_ORDER.indexOf(one.state) - ROLL_ORDER.indexOf(other.state) ||
      byName.compare(one.name, other.name) ||
      (one.rowId < other.rowId ? -1 : 1),
  );
}
