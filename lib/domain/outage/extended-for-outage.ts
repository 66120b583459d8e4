import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { deadlineOf, isOverdue } from '../monitor/deadline.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { latestHold, movedDeadline, windowAt, type BlindWindow } from './blind-window.ts';

/** Two ticks: the next check may be late. */
const HOLD_MS = 2 * LIMITS.checkEverySec * 1000;

/**
 * A monitor whose silence deadline is extended by the time in which pings could not reach us, and the beginning of the
 * blind window in which the deadline fell; null when it fell in none. A silence that was told stays told. The extension
 * is computed from the true deadline each time, so it ends when the window turns out to have been none.
 */
export function extendedForOutage(
  monitor: Monitor,
  windows: readonly BlindWindow[],
  now: Instant,
): { monitor: Monitor; blindFrom: Instant | null } {
  const strict = strictly(monitor);
  const deadlineAt = deadlineOf(strict);
  if (deadlineAt === null || !isInDoubt(monitor, now)) return { monitor, blindFrom: null };
  const window = windowAt(windows, deadlineAt);
  if (!window) return { monitor: strict, blindFrom: null };
  const heldUntil = window.to === null ? now + HOLD_MS : 0;
  const extendedUntil = Math.max(movedDeadline(deadlineAt, windows, now), heldUntil);
  return {
    monitor: { ...monitor, extendedUntil: Math.min(extendedUntil, latestHold(deadlineAt)) },
    blindFrom: window.from,
  };
}

/** True when only the blind windows tell whether a monitor is late: it is silent, and nobody was told. */
export function isInDoubt(monitor: Monitor, now: Instant): boolean {
  const told = monitor.missCounted && monitor.incident !== null;
  return !told && isOverdue(strictly(monitor), now);
}

/** The window in which the true deadline of a silent monitor fell, to be named in its alert. */
export function notHeard(monitor: Monitor, windows: readonly BlindWindow[]): BlindWindow | null {
  const deadlineAt = deadlineOf(strictly(monitor));
  return (deadlineAt !== null && windowAt(windows, deadlineAt)) || null;
}

function strictly(monitor: Monitor): Monitor {
  return monitor.extendedUntil === null ? monitor : { ...monitor, extendedUntil: null };
}
