import type { Instant } from '../instant.ts';
import { deadlineOf, isOverdue } from './deadline.ts';
import type { AlertReason, FailureDetails, Monitor, OpenRun } from './monitor.ts';
import { nextAlertAt, runLimitAt } from './state.ts';

/** Something that is wrong right now, and since when it truly is. */
export interface Cause extends FailureDetails {
  reason: AlertReason;
  since: Instant;
  run: OpenRun | null;
}

/**
 * What is wrong with a monitor at `now`, oldest first. A failure is a cause only inside its incident, for the
 * repeats: its first alert comes from the pending outcome.
 */
export function causesOf(monitor: Monitor, now: Instant): Cause[] {
  const causes: Cause[] = [];
  const deadlineAt = deadlineOf(monitor);
  if (deadlineAt !== null && isOverdue(monitor, now)) {
    causes.push({ reason: 'silence', since: deadlineAt, run: null });
  }
  const run = stuckRun(monitor, now);
  if (run) causes.push(run);
  if (monitor.failing && monitor.incident) {
    const { downSince, failure } = monitor.incident;
    causes.push({ reason: failureReason(monitor), since: downSince, run: null, ...failure });
  }
  return causes.sort((a, b) => a.since - b.since);
}

/** What a failure of a monitor is told as: of one that watches a number, that this is beyond its threshold. */
export function failureReason({ threshold }: Pick<Monitor, 'threshold'>): 'fail' | 'threshold' {
  return threshold ? 'threshold' : 'fail';
}

/** When a stuck run that was already alerted may be told again. */
export function runRepeatAt(monitor: Monitor, run: OpenRun): Instant | null {
  return run.alertedAt === null ? null : nextAlertAt(monitor, { ...run, alertedAt: run.alertedAt });
}

/** The oldest run past its limit, unless it was told and it is too soon to tell it again. */
function stuckRun(monitor: Monitor, now: Instant): Cause | null {
  for (const run of monitor.runs) {
    const limitAt = runLimitAt(monitor, run);
    if (limitAt === null || now <= limitAt) continue;
    const repeatAt = runRepeatAt(monitor, run);
    if (repeatAt === null || now >= repeatAt) return { reason: 'too_long', since: limitAt, run };
  }
  return null;
}
