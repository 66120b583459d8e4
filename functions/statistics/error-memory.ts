import { addDropped } from '../../lib/data/statistics/browser-errors.ts';
import type { Table } from '../../lib/data/table.ts';
import { MINUTE_MS, dayOf } from '../../lib/domain/calendar.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { ERROR_LIMITS } from '../../lib/domain/statistics/browser-errors/browser-error.ts';
import { boundedPace, type RateLimit, boundedWaits, type Waits } from '../../lib/runtime/memory/bounded.ts';

const NETWORKS_MAX = 5_000;

/** What one instance remembers of reports, so that those without a place cost no write each. */
export interface ErrorMemory {
  /** For whom there is no place, as the table told: a network by its name, or all. */
  full: Waits;
  /** Reports at once may all ask before the first is told. */
  asking: RateLimit;
  /** Reports without a place that the table does not know of. */
  dropped: number;
  toldAt: Instant;
}

export function errorMemory(): ErrorMemory {
  const perMinute = ERROR_LIMITS.perMinute;
  return {
    full: boundedWaits({ max: NETWORKS_MAX, longestMs: 60 * MINUTE_MS }),
    asking: boundedPace({ burst: perMinute, gapMs: MINUTE_MS / perMinute, max: 1 }),
    dropped: 0,
    toldAt: -Infinity,
  };
}

/** Whether the table is to be told of dropped reports: at once of the first one, then once a minute. */
export function owesDropped({ dropped, toldAt }: ErrorMemory, now: Instant): boolean {
  return dropped > 0 && Math.abs(now - toldAt) >= MINUTE_MS;
}

/** Tells the table of what was dropped. What could not be told is told later. */
export async function tellDropped(memory: ErrorMemory, table: Table, now: Instant): Promise<void> {
  const { dropped } = memory;
  if (dropped === 0) return;
  memory.dropped = 0;
  memory.toldAt = now;
  try {
    await addDropped(table, dayOf(now), dropped);
  } catch (error) {
    memory.dropped += dropped;
    throw error;
  }
}
