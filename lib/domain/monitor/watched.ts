import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
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

/** When the next sign of life can be worth its write, seen from `now`; a success from a faster clock is none of later. */
export function nextMoveAt({ lastEventAt }: Pick<Monitor, 'lastEventAt'>, now: Instant): Instant {
  return Math.min(lastEventAt ?? now, now) + LIMITS.watchedMoveSec * 1000;
}
