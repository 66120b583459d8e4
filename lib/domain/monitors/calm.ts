import type { Instant } from '../instant.ts';
import { deadlineOf, pauseEndOf } from './deadline.ts';
import type { Monitor } from './monitor.ts';

/** While a monitor is calm: how long it tolerates silence, and since when it would be late. */
export interface Calm {
  toleranceMs: number;
  lateAt: Instant;
}

/**
 * What holds of a calm monitor, or null for one that is not: all that a success in time changes of it is when the last one
 * was and what that reported, and it is late so much later. Then a ping needs no decision (decisions/052). Whatever is
 * open, owed, failing or awaited at another time than the interval says is not calm.
 */
export function calmOf(monitor: Monitor): Calm | null {
  const { lastEventAt, dueAt, intervalSec } = monitor;
  const lateAt = deadlineOf(monitor);
  if (lastEventAt === null || lateAt === null || !monitor.active || monitor.cron !== null) return null;
  const isOpen = monitor.runs.length > 0 || monitor.incident !== null;
  const isOwed = monitor.pending.length > 0 || monitor.unrecorded !== undefined;
  const isFailing = monitor.failing || monitor.failedRuns !== null;
  const isForgiven =
    monitor.missCounted ||
    monitor.extendedUntil !== null ||
    monitor.lateAtPause !== undefined ||
    monitor.missingRunAt !== undefined;
  if (isOpen || isOwed || isFailing || isForgiven) return null;
  // In a pause, and until the first success behind one, the deadline counts from its end.
  if ((pauseEndOf(monitor) ?? 0) > lastEventAt) return null;
  // A look that is due too late has to be brought forward. One that an import may still take back has no revision.
  if (dueAt === null || dueAt > lateAt + 1 || monitor.rev === 0) return null;
  return { toleranceMs: intervalSec * 1000, lateAt };
}
