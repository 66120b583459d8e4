import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { deadlineOf, isOverdue } from '../monitor/deadline.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { movedDeadline, windowAt, type BlindWindow } from './blind-window.ts';

/** Two ticks: the next check may be late. */
const HOLD_MS = 2 * LIMITS.checkEverySec * 1000;

/**
 * A monitor with its silence excused for the time in which we were blind, and where the window began in which its
 * deadline passed; unchanged and null when it did not pass in one. A silence that was told before stays told, and one
 * in a window that has lasted too long is no longer excused, though its owner hears of the window.
 */
export function excused(
  monitor: Monitor,
  windows: readonly BlindWindow[],
  now: Instant,
): { monitor: Monitor; blindFrom: Instant | null } {
  const deadlineAt = deadlineOf({ ...monitor, excusedUntil: null });
  const window = deadlineAt === null ? undefined : windowAt(windows, deadlineAt);
  const told = monitor.missCounted && monitor.incident !== null;
  if (deadlineAt === null || !window || told || !isOverdue({ ...monitor, excusedUntil: null }, now)) {
    return { monitor, blindFrom: null };
  }
  const movedAt = movedDeadline(deadlineAt, windows, now);
  if (movedAt <= deadlineAt) return { monitor, blindFrom: window.from };
  const excusedUntil = Math.max(movedAt, heldUntil(window, now));
  return { monitor: { ...monitor, excusedUntil }, blindFrom: window.from };
}

/** While a window lasts nobody shows as late before the next check has looked, within the hour of the hold. */
function heldUntil({ from, to }: BlindWindow, now: Instant): Instant {
  return to === null ? Math.min(now + HOLD_MS, from + LIMITS.blindHoldMaxSec * 1000) : 0;
}
