import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { deadlineOf } from './deadline.ts';
import type { Monitor } from './monitor.ts';
import { isRoutine, type Signal } from './signal.ts';

/** What a reading of a watched device is to its monitor: a success that reports nothing of itself. */
export const SIGN_OF_LIFE = {
  kind: 'ping',
  rid: null,
  status: null,
  latencyMs: null,
} as const satisfies Signal;

/**
 * Whether a sign of life is worth its write: while the last success is fresh it is not, unless it ends what is wrong.
 * Readings come each minute, and a deadline needs none so often.
 */
export function isWorthMoving(before: Monitor, after: Monitor, now: Instant): boolean {
  return !isRoutine(before, after) || now >= nextMoveAt(before, now);
}

/** A third of the time to a deadline that is near, so that readings of each minute do not miss one that its owner set. */
const FRESH_SHARE = 1 / 3;

/** When the next sign of life can be worth its write, seen from `now`; a success from a faster clock is none of later. */
export function nextMoveAt(monitor: Monitor, now: Instant): Instant {
  const { lastEventAt } = monitor;
  if (lastEventAt === null) return latestMoveAt(now);
  const deadlineAt = deadlineOf(monitor) ?? Number.POSITIVE_INFINITY;
  const seenAt = Math.min(lastEventAt, now);
  return Math.min(latestMoveAt(seenAt), seenAt + (deadlineAt - lastEventAt) * FRESH_SHARE);
}

/** The same of a monitor that nothing is known of. */
export function latestMoveAt(now: Instant): Instant {
  return now + LIMITS.watchedMoveSec * 1000;
}
