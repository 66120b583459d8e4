import { MINUTE_MS } from '../../calendar.ts';
import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';

/** A time in which pings could not reach us: `to` is null while it lasts. */
export interface BlindWindow {
  from: Instant;
  to: Instant | null;
}

/** What is known at an instant of whether pings could reach us. */
export interface KnownPath {
  /** Oldest first, apart from each other. */
  windows: readonly BlindWindow[];
  /** Up to then the path is proven open, but for the windows: a later deadline is in doubt. */
  provenAt: Instant;
}

/** After the path is back: as long as a job needs that repeats an unanswered ping each minute. */
const BACK_MS = MINUTE_MS;

/** Joins windows that overlap or touch, oldest first. */
export function asOne(windows: readonly BlindWindow[]): BlindWindow[] {
  const result: BlindWindow[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && (last.to === null || window.from <= last.to)) {
      const to = last.to === null || window.to === null ? null : Math.max(last.to, window.to);
      result[result.length - 1] = { from: last.from, to };
    } else result.push({ ...window });
  }
  return result;
}

/** The window that lasts at present, or undefined. */
export function openWindow(windows: readonly BlindWindow[]): BlindWindow | undefined {
  return windows.find((window) => window.to === null);
}

/** The window an instant lies in, or undefined. */
export function windowAt(windows: readonly BlindWindow[], at: Instant): BlindWindow | undefined {
  return windows.find((window) => at >= window.from && (window.to === null || at <= window.to));
}

/** A deadline as it is moved, and the window that took most of the time before it; null where none took any. */
export interface MovedDeadline {
  at: Instant;
  window: BlindWindow | null;
}

/**
 * A silence deadline moved by the time in which the ping that was `expectedFrom` then on could not reach us. It moves
 * again when it lands in the next window; one that has not ended counts with its length so far, so the deadline stays
 * ahead of it. After a window a job gets a minute to repeat its ping. The move is limited to an hour in all: an outage of
 * ours must not hide a job that is really down.
 */
export function movedDeadline(
  { expectedFrom, deadlineAt }: { expectedFrom: Instant; deadlineAt: Instant },
  windows: readonly BlindWindow[],
  now: Instant,
): MovedDeadline {
  let at = deadlineAt;
  let longestMs = 0;
  let longest: BlindWindow | null = null;
  for (const window of windows) {
    const endAt = window.to ?? now;
    const lostMs = endAt - Math.max(window.from, expectedFrom);
    if (window.from > at || lostMs <= 0) continue;
    at = Math.max(at + lostMs, endAt + BACK_MS);
    if (lostMs > longestMs) [longestMs, longest] = [lostMs, window];
  }
  return { at: Math.min(at, latestDeadline(deadlineAt)), window: longest };
}

/** The latest instant until which a silence may be told later for it. */
export function latestDeadline(deadlineAt: Instant): Instant {
  return deadlineAt + LIMITS.blindDelayMaxSec * 1000;
}
