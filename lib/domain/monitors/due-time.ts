import { MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { causesOf, runRepeatAt, type Cause } from './open-problems.ts';
import { deadlineOf, isPaused, pauseEndOf } from './deadline.ts';
import type { Monitor } from './monitor.ts';
import { nextRollUpAt } from '../statistics/roll-up.ts';
import { nextAlertAt, runLimitAt } from './state.ts';

/**
 * The next moment at which the checker must look at the monitor; null when nothing can fall due. An instant in
 * the past means: at the next check. Late means strictly after the deadline, hence the added millisecond.
 */
export function nextLookAt(monitor: Monitor, now: Instant): Instant | null {
  if (!monitor.active) return null;
  if (monitor.unrecorded) return now;
  // A ping moves no look, and nothing else falls due in a pause, so its days are looked after each by itself.
  if (isPaused(monitor, now)) return lowerDue(monitor.pausedUntil, nextRollUpAt(monitor, now));
  const moments = [...pendingMoments(monitor), ...alertMoments(monitor, now), ...futureMoments(monitor, now)];
  if (moments.length === 0) return null;
  // What came due in a pause could be told only when it was over.
  return Math.max(Math.min(...moments), Math.min(pauseEndOf(monitor) ?? 0, now));
}

/**
 * The stored due time after a write: lowered when the next look comes earlier, left alone otherwise. A healthy
 * ping so never touches the index; the checker moves the time on when it meets it (DESIGN.md section 5).
 */
export function lowerDue(dueAt: Instant | null, lookAt: Instant | null): Instant | null {
  if (dueAt === null) return lookAt;
  return lookAt === null ? dueAt : Math.min(dueAt, lookAt);
}

/**
 * A look that comes again within so long stays in the index as it is, and the monitor is read at each tick until then. Six
 * reads cost less than a third of the three write units of a move (decisions/054); a longer stay would save little more and make each tick longer.
 */
export const STAYS_WITHIN_MS = 30 * MINUTE_MS;

/** Whether the stored due time may stay though the next look comes later: it is never later than the truth. */
export function staysDue(dueAt: Instant | null, lookAt: Instant | null, now: Instant): boolean {
  return dueAt !== null && lookAt !== null && dueAt <= lookAt && lookAt - now <= STAYS_WITHIN_MS;
}

function pendingMoments(monitor: Monitor): Instant[] {
  return monitor.pending.slice(0, 1).map((outcome) => outcome.at);
}

function alertMoments(monitor: Monitor, now: Instant): Instant[] {
  const causes = causesOf(monitor, now);
  if (causes.length === 0) return [];
  if (monitor.incident === null) return causes.map((cause) => tellableAt(monitor, cause));
  const repeatAt = nextAlertAt(monitor, monitor.incident);
  const deadlineAt = deadlineOf(monitor);
  const uncounted = !monitor.missCounted && deadlineAt !== null && deadlineAt < now;
  return uncounted ? [repeatAt, deadlineAt] : [repeatAt];
}

/** A run that was told is told again after its repeat gap, however long ago it passed its limit. */
function tellableAt(monitor: Monitor, { since, run }: Cause): Instant {
  return (run && runRepeatAt(monitor, run)) ?? since;
}

function futureMoments(monitor: Monitor, now: Instant): Instant[] {
  const moments: Instant[] = [];
  const deadlineAt = deadlineOf(monitor);
  if (deadlineAt !== null && deadlineAt >= now) moments.push(deadlineAt + 1);
  // Nothing else falls due of one that is not judged, and what it learns is noted with its days.
  if (monitor.learns && monitor.lastEventAt !== null) moments.push(nextRollUpAt(monitor, now));
  for (const run of monitor.runs) {
    const limitAt = runLimitAt(monitor, run);
    if (limitAt === null) continue;
    if (limitAt >= now) moments.push(limitAt + 1);
    const repeatAt = runRepeatAt(monitor, run);
    if (repeatAt !== null && repeatAt > now) moments.push(repeatAt);
  }
  return moments;
}
