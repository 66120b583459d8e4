import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';
import { deadlineOf, expectedFrom, isOverdue } from '../deadline.ts';
import type { Monitor } from '../monitor.ts';
import { latestDeadline, movedDeadline, type BlindWindow, type KnownPath } from './blind-window.ts';

/** Two ticks: the next check may be late. */
const DOUBT_MS = 2 * LIMITS.checkEverySec * 1000;

/**
 * A monitor whose silence deadline is extended by the time in which its ping could not reach us, and the blind window
 * that took most of it; null when none did. While it is not proven that the path was open after the deadline, the silence
 * is not told yet. A silence that was told stays told. The extension is computed from the true deadline each time, so it ends
 * when the window turns out to have been none.
 */
export function extendedForOutage(
  monitor: Monitor,
  { windows, provenAt }: KnownPath,
  now: Instant,
): { monitor: Monitor; window: BlindWindow | null } {
  const strict = strictly(monitor);
  const deadlineAt = deadlineOf(strict);
  if (deadlineAt === null || !isInDoubt(monitor, now)) return { monitor, window: null };
  const { at: movedAt, window } = movedDeadline(expectation(strict, deadlineAt), windows, now);
  const isUnproven = movedAt > provenAt;
  const doubtUntil = !isUnproven ? 0 : window?.to === null ? now + DOUBT_MS : now;
  const extendedUntil = Math.min(Math.max(movedAt, doubtUntil), latestDeadline(deadlineAt));
  return { monitor: extendedUntil > deadlineAt ? { ...monitor, extendedUntil } : strict, window };
}

/** True when only the blind windows tell whether a monitor is late: it is silent, and nobody was told. */
export function isInDoubt(monitor: Monitor, now: Instant): boolean {
  const told = monitor.missCounted && monitor.incident !== null;
  return !told && isOverdue(strictly(monitor), now);
}

/** The window in which most of the time of a silent monitor was lost, to be named in its alert. */
export function notHeard(
  monitor: Monitor,
  windows: readonly BlindWindow[],
  now: Instant,
): BlindWindow | null {
  const strict = strictly(monitor);
  const deadlineAt = deadlineOf(strict);
  return deadlineAt === null ? null : movedDeadline(expectation(strict, deadlineAt), windows, now).window;
}

function expectation(monitor: Monitor, deadlineAt: Instant) {
  return { expectedFrom: expectedFrom(monitor) ?? deadlineAt, deadlineAt };
}

function strictly(monitor: Monitor): Monitor {
  return monitor.extendedUntil === null ? monitor : { ...monitor, extendedUntil: null };
}
