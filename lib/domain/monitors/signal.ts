import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { expectedAfterPing, windowSecOf } from '../schedule/expected.ts';
import { graceSecOf, isOverdue, scheduleOf } from './deadline.ts';
import { afterFailure } from './failures.ts';
import type { EndedRun, FailureDetails, Monitor, OpenRun } from './monitor.ts';
import { lowerDue, nextLookAt } from './due-time.ts';
import { withPending } from './pending.ts';

/** What a job told us at ingest (SPEC.md "Ingest"). */
export interface Signal extends FailureDetails {
  kind: 'ping' | 'start' | 'fail' | 'log';
  rid: string | null;
  status: number | null;
  latencyMs: number | null;
  /** Its event, by which a failure is counted once however often it is decided. */
  eventId?: string;
}

/** The monitor after a signal, and the duration in milliseconds of the run the signal closed. */
export interface SignalOutcome {
  monitor: Monitor;
  durationMs: number | null;
}

/** What a signal changes (SPEC.md "States and transitions"). Sends nothing: the check tells. */
export function applySignal(monitor: Monitor, signal: Signal, now: Instant): SignalOutcome {
  const outcome = outcomeOf(monitor, signal, now);
  const changed = outcome.monitor;
  return { ...outcome, monitor: { ...changed, dueAt: lowerDue(monitor.dueAt, nextLookAt(changed, now)) } };
}

/**
 * True when nothing moved but what every healthy ping moves. Such a write needs no new revision, so that a
 * burst of pings to one monitor does not contend.
 */
export function isRoutine(before: Monitor, after: Monitor): boolean {
  return (
    before.lastEventAt !== null &&
    before.runs === after.runs &&
    before.endedRuns === after.endedRuns &&
    before.pending === after.pending &&
    before.failing === after.failing &&
    before.failedRuns === after.failedRuns &&
    before.missCounted === after.missCounted &&
    before.missCount === after.missCount &&
    before.missingRunAt === after.missingRunAt &&
    before.extendedUntil === after.extendedUntil &&
    before.recent.length <= after.recent.length &&
    before.dueAt === after.dueAt
  );
}

function outcomeOf(monitor: Monitor, signal: Signal, now: Instant): SignalOutcome {
  switch (signal.kind) {
    case 'log':
      return { monitor, durationMs: null };
    case 'start':
      return { monitor: afterStart(monitor, signal.rid, now), durationMs: null };
    case 'fail':
      return afterEnd(afterFailure(monitor, signal, now), signal.rid, now);
    case 'ping':
      return afterEnd(afterSuccess(monitor, signal, now), signal.rid, now);
  }
}

/** A start that took longer than its run comes behind the end. It opens nothing: nobody would close it. */
function afterStart(monitor: Monitor, rid: string | null, now: Instant): Monitor {
  const isLate = rid !== null && endedLately(monitor, now).some((run) => run.rid === rid);
  return isLate ? monitor : { ...monitor, runs: openRun(monitor.runs, rid, now) };
}

function afterEnd(monitor: Monitor, rid: string | null, now: Instant): SignalOutcome {
  const { runs, durationMs } = closeRuns(monitor.runs, rid, now);
  if (durationMs !== null) return { monitor: { ...monitor, runs, lastDurationMs: durationMs }, durationMs };
  if (rid === null) return { monitor, durationMs };
  const others = endedLately(monitor, now).filter((run) => run.rid !== rid);
  const endedRuns = [...others, { rid, endedAt: now }].slice(-LIMITS.endedRunsMax);
  return { monitor: { ...monitor, endedRuns }, durationMs };
}

/** The runs that ended without having been started, as far as their starts may be on their way. */
function endedLately({ endedRuns = [] }: Monitor, now: Instant): EndedRun[] {
  return endedRuns.filter(({ endedAt }) => now - endedAt <= LIMITS.lateStartMs);
}

function afterSuccess(monitor: Monitor, signal: Signal, now: Instant): Monitor {
  const overdue = isOverdue(monitor, now);
  const missed = overdue && !monitor.missCounted;
  const schedule = scheduleOf(monitor);
  // A ping that lost a race to a later one must not bring the deadline back.
  const provenAt = Math.max(now, monitor.lastEventAt ?? now);
  const { lateAtPause: _forgiven, missingRunAt: _answered, ...kept } = monitor;
  return {
    ...kept,
    lastEventAt: provenAt,
    lastStatus: signal.status,
    lastLatencyMs: signal.latencyMs,
    nextExpectedAt: schedule && expectedAfterPing(schedule, provenAt, graceSecOf(monitor)),
    intervalSec: schedule ? windowSecOf(schedule, provenAt) : monitor.intervalSec,
    healthySince: overdue || monitor.lastEventAt === null ? now : monitor.healthySince,
    extendedUntil: null,
    failing: false,
    failedRuns: null,
    missCount: monitor.missCount + (missed ? 1 : 0),
    missCounted: false,
    pending: isDown(monitor) ? withPending(monitor.pending, { kind: 'recovery', at: now }) : monitor.pending,
  };
}

/** True when the outcomes told and still to be told end in a failure. */
function isDown(monitor: Monitor): boolean {
  const last = monitor.pending.at(-1);
  return last ? last.kind === 'fail' : monitor.incident !== null;
}

/** Opens a run. The same `rid` again, or none again, replaces the run that carries it (DECISIONS.md "Monitor" 6a). */
export function openRun(runs: OpenRun[], rid: string | null, now: Instant): OpenRun[] {
  const others = runs.filter((run) => run.rid !== rid);
  return [...others, { rid, startedAt: now, alertedAt: null }].slice(-LIMITS.openRunsMax);
}

/**
 * Closes what a signal closes: with a `rid` that run only, without one every open run, measuring the newest.
 * Returns the same array when nothing was open, so that a caller sees that nothing changed.
 */
export function closeRuns(
  runs: OpenRun[],
  rid: string | null,
  now: Instant,
): { runs: OpenRun[]; durationMs: number | null } {
  const closed = rid === null ? runs.at(-1) : runs.find((run) => run.rid === rid);
  if (!closed) return { runs, durationMs: null };
  const left = rid === null ? [] : runs.filter((run) => run !== closed);
  return { runs: left, durationMs: Math.max(0, now - closed.startedAt) };
}
