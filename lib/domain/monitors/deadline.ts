import type { Instant } from '../instant.ts';
import { earlyWindowMs } from '../schedule/expected.ts';
import { nextRunAfter } from '../schedule/next-run.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { LIMITS } from '../limits.ts';
import type { Monitor } from './monitor.ts';

/** The schedule of a monitor, or null when it is watched by interval. */
export function scheduleOf(monitor: Pick<Monitor, 'cron' | 'tz'>): Schedule | null {
  return monitor.cron === null ? null : { cron: monitor.cron, tz: monitor.tz ?? 'UTC' };
}

/** True while the maintenance window lasts: nothing is checked, nothing alerts. */
export function isPaused(monitor: Pick<Monitor, 'pausedUntil'>, now: Instant): boolean {
  return monitor.pausedUntil !== null && monitor.pausedUntil > now;
}

/**
 * The instant after which the monitor is late, or null while nothing is expected of it (never pinged, no scheduled run
 * within reach, it learns how often it is to be, or it watches a number). Moves to after the end of a pause (DECISIONS.md "Monitor" 3).
 */
export function deadlineOf(monitor: Monitor): Instant | null {
  if (monitor.lastEventAt === null || monitor.learns || monitor.threshold) return null;
  const due =
    monitor.cron === null ? intervalDeadline(monitor, monitor.lastEventAt) : scheduleDeadline(monitor);
  return due === null ? null : Math.max(due, monitor.extendedUntil ?? due);
}

/** When the next scheduled run is due: as computed, or the first one after a pause that is over. */
export function nextExpectedAtOf(monitor: Monitor, now: Instant): Instant | null {
  return isPaused(monitor, now) ? monitor.nextExpectedAt : expectedAfterPause(monitor);
}

/**
 * From when on the ping that is awaited may come: after the last success or pause, or a little before the scheduled time
 * (DECISIONS.md "Ingest" 7). Null while none is awaited.
 */
export function expectedFrom(monitor: Monitor): Instant | null {
  if (monitor.lastEventAt === null) return null;
  if (monitor.cron === null) return intervalBase(monitor, monitor.lastEventAt);
  const expectedAt = awaitedRunAt(monitor);
  return expectedAt && expectedAt - earlyWindowMs(graceSecOf(monitor), monitor.intervalSec * 1000);
}

/** True when silence has outlasted the tolerance of an active monitor that is not paused. */
export function isOverdue(monitor: Monitor, now: Instant): boolean {
  if (!monitor.active || isPaused(monitor, now)) return false;
  const deadlineAt = deadlineOf(monitor);
  return deadlineAt !== null && now > deadlineAt;
}

function intervalDeadline(monitor: Monitor, lastEventAt: Instant): Instant {
  return intervalBase(monitor, lastEventAt) + monitor.intervalSec * 1000;
}

function intervalBase(monitor: Monitor, lastEventAt: Instant): Instant {
  return Math.max(lastEventAt, pauseEndOf(monitor) ?? lastEventAt);
}

function scheduleDeadline(monitor: Monitor): Instant | null {
  const expectedAt = awaitedRunAt(monitor);
  return expectedAt === null ? null : expectedAt + graceSecOf(monitor) * 1000;
}

/** How long after a scheduled time a ping is still in time. */
export function graceSecOf({ graceSec }: Pick<Monitor, 'graceSec'>): number {
  return graceSec ?? LIMITS.graceDefaultSec;
}

/** The scheduled time that has to be answered first: one that was missing as the schedule was changed, or the next. */
export function awaitedRunAt(monitor: Monitor): Instant | null {
  const expectedAt = expectedAfterPause(monitor);
  const { missingRunAt } = monitor;
  if (missingRunAt === undefined || missingRunAt <= (pauseEndOf(monitor) ?? 0)) return expectedAt;
  return Math.min(missingRunAt, expectedAt ?? missingRunAt);
}

function expectedAfterPause(monitor: Monitor): Instant | null {
  const pauseEndAt = pauseEndOf(monitor);
  const schedule = scheduleOf(monitor);
  if (pauseEndAt === null || schedule === null) return monitor.nextExpectedAt;
  if (monitor.nextExpectedAt !== null && monitor.nextExpectedAt > pauseEndAt) return monitor.nextExpectedAt;
  return nextRunAfter(schedule, pauseEndAt);
}

/** When the present or last pause ends. One that is set ends after every one that was taken back: it was in the future then. */
export function pauseEndOf(monitor: Pick<Monitor, 'pausedUntil' | 'resumedAt'>): Instant | null {
  return monitor.pausedUntil ?? monitor.resumedAt;
}
