import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { isOverdue, isPaused } from './deadline.ts';
import type { Monitor, OpenRun } from './monitor.ts';

/** SPEC.md "Monitor `state`"; precedence in DECISIONS.md "Monitor" 5. */
export type MonitorState = 'inactive' | 'paused' | 'waiting' | 'late' | 'ok';

/** The one word that says how a monitor is, at `now`. */
export function stateOf(monitor: Monitor, now: Instant): MonitorState {
  if (!monitor.active) return 'inactive';
  if (isPaused(monitor, now)) return 'paused';
  if (monitor.lastEventAt === null) return 'waiting';
  return isOverdue(monitor, now) ? 'late' : 'ok';
}

/** The effective gap in seconds before the same incident alerts again (SPEC.md "Events" rule 1). */
export function alertRepeatSecOf(monitor: Pick<Monitor, 'alertRepeatSec' | 'intervalSec'>): number {
  return Math.max(monitor.alertRepeatSec ?? LIMITS.alertRepeatDefaultSec, monitor.intervalSec);
}

/**
 * When an incident or a run that was told at `alertedAt` may be told again: after the repeat gap, or sooner when nobody
 * heard it.
 */
export function nextAlertAt(
  monitor: Pick<Monitor, 'alertRepeatSec' | 'intervalSec'>,
  told: { alertedAt: Instant; realertAt?: Instant },
): Instant {
  const repeatAt = told.alertedAt + alertRepeatSecOf(monitor) * 1000;
  return Math.min(repeatAt, told.realertAt ?? repeatAt);
}

/** The moment an open run passes the monitor's limit, or null without a limit. */
export function runLimitAt(monitor: Pick<Monitor, 'maxDurationSec'>, run: OpenRun): Instant | null {
  return monitor.maxDurationSec === null ? null : run.startedAt + monitor.maxDurationSec * 1000;
}
