import type { Instant } from '../instant.ts';
import { nextRunAfter } from '../schedule/next-run.ts';
import { scheduleOf } from './deadline.ts';
import type { Monitor } from './monitor.ts';
import { nextLookAt } from './due-time.ts';

/** The clock was set: it would have been `from`, and is `to`. */
export interface ClockStep {
  from: Instant;
  to: Instant;
}

/**
 * A monitor after the clock was set. What is measured from some instant on is measured on: that instant moves along. What
 * the calendar says stays: a scheduled run that was not awaited yet is the next one by the new time.
 */
export function afterClockStep(monitor: Monitor, step: ClockStep): Monitor {
  if (!monitor.active) return monitor;
  const { incident } = monitor;
  const moved = <T extends Instant | null>(at: T) => (at === null ? at : at + step.to - step.from) as T;
  const after: Monitor = {
    ...monitor,
    // A check leaves what is younger than itself to the next one.
    createdAt: Math.min(monitor.createdAt, step.to),
    lastEventAt: moved(monitor.lastEventAt),
    resumedAt: moved(monitor.resumedAt),
    pausedUntil: isBefore(monitor.pausedUntil, step.from) ? moved(monitor.pausedUntil) : monitor.pausedUntil,
    nextExpectedAt: nextExpected(monitor, step),
    ...(monitor.missingRunAt !== undefined && { missingRunAt: moved(monitor.missingRunAt) }),
    extendedUntil: null,
    runs: monitor.runs.map((run) => ({
      ...run,
      startedAt: moved(run.startedAt),
      alertedAt: moved(run.alertedAt),
    })),
    pending: monitor.pending.map((outcome) => ({ ...outcome, at: moved(outcome.at) })),
    incident: incident && {
      ...incident,
      alertedAt: moved(incident.alertedAt),
      ...(incident.realertAt !== undefined && { realertAt: moved(incident.realertAt) }),
    },
  };
  return { ...after, dueAt: nextLookAt(after, step.to) };
}

function nextExpected(monitor: Monitor, { from, to }: ClockStep): Instant | null {
  const { nextExpectedAt } = monitor;
  const schedule = scheduleOf(monitor);
  if (!schedule || nextExpectedAt === null) return nextExpectedAt;
  return isBefore(nextExpectedAt, from) ? nextExpectedAt + to - from : nextRunAfter(schedule, to);
}

function isBefore(at: Instant | null, from: Instant): boolean {
  return at !== null && at <= from;
}
