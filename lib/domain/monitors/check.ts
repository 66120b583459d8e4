import type { Instant } from '../instant.ts';
import { causesOf, failureReason, type Cause } from './open-problems.ts';
import { isOverdue, isPaused } from './deadline.ts';
import type {
  AlertChannel,
  AlertReason,
  FailureDetails,
  Incident,
  Monitor,
  PendingOutcome,
} from './monitor.ts';
import { nextLookAt } from './due-time.ts';
import { detailsOf } from './pending.ts';
import { realertChannels, withoutRealert } from './realert.ts';
import { nextAlertAt } from './state.ts';

/** One thing to tell the owner, by every channel of the monitor. */
export interface AlertDecision extends FailureDetails {
  kind: 'miss' | 'recovery';
  reason: AlertReason;
  incident: number;
  /** 1 opens the incident; repeats count on; a recovery carries the number of the last alert. */
  alertNumber: number;
  downSince: Instant;
  recoveredAt: Instant | null;
  runId: string | null;
  /** By these channels only: they lead elsewhere since the last alert. */
  channels?: AlertChannel[];
  /** Of what opens an incident: the name of the maintenance in which it began. */
  maintenance?: string;
  /** Of a recovery: the oldest run that was told as too long and is open all the same. */
  stillRunning?: { rid: string | null; since: Instant };
}

/** What a check found: the monitor to write and what to tell, in order. */
export interface Checked {
  monitor: Monitor;
  decisions: AlertDecision[];
}

/**
 * The periodic check of one monitor (SPEC.md "States and transitions", DECISIONS.md "Incidents and alerts").
 * 1. Nothing is told of an inactive or paused monitor; what is pending waits.
 * 2. Outcomes the job signalled are told in their order: a failure, then its recovery.
 * 3. What is wrong now (silence, a run too long, a failure not mended) opens an incident or repeats it.
 */
export function check(monitor: Monitor, now: Instant): Checked {
  if (!monitor.active || isPaused(monitor, now)) {
    return { monitor: { ...monitor, dueAt: nextLookAt(monitor, now) }, decisions: [] };
  }
  let found: Checked = { monitor: { ...countMiss(monitor, now), pending: [] }, decisions: [] };
  for (const outcome of monitor.pending) {
    found = outcome.kind === 'fail' ? raiseFailure(found, outcome, now) : recover(found, outcome.at);
  }
  const cause = causeToRaise(found.monitor, now);
  if (cause) found = raise(found, cause, now);
  return { ...found, monitor: { ...found.monitor, dueAt: nextLookAt(found.monitor, now) } };
}

function countMiss(monitor: Monitor, now: Instant): Monitor {
  if (monitor.missCounted || !isOverdue(monitor, now)) return monitor;
  return { ...monitor, missCounted: true, missCount: monitor.missCount + 1 };
}

/** Inside an incident its own reason goes on as long as it holds; otherwise the oldest cause speaks. */
function causeToRaise(monitor: Monitor, now: Instant): Cause | undefined {
  const causes = causesOf(monitor, now);
  return causes.find((cause) => cause.reason === monitor.incident?.reason) ?? causes[0];
}

/** A failure within the repeat gap is not told, but the next alert knows what it said. */
function raiseFailure({ monitor, decisions }: Checked, outcome: PendingOutcome, now: Instant): Checked {
  const failure = detailsOf(outcome);
  const incident = monitor.incident && { ...monitor.incident, failure };
  const since = outcome.since ?? outcome.at;
  const cause: Cause = { reason: failureReason(monitor), since, run: null, ...failure };
  return raise({ monitor: { ...monitor, incident }, decisions }, cause, now);
}

function raise(found: Checked, cause: Cause, now: Instant): Checked {
  const { monitor } = found;
  const open = monitor.incident;
  if (open && now < nextAlertAt(monitor, open)) return found;
  const channels = realertChannels(monitor, now);
  const incident: Incident = open
    ? { ...withoutRealert(open), alertedAt: now, alerts: open.alerts + 1 }
    : {
        number: monitor.incidents + 1,
        reason: cause.reason,
        downSince: cause.since,
        openedAt: now,
        alertedAt: now,
        alerts: 1,
        ...(cause.reason === failureReason(monitor) && { failure: detailsOf(cause) }),
      };
  const runs = cause.run
    ? monitor.runs.map((run) => (run === cause.run ? { ...withoutRealert(run), alertedAt: now } : run))
    : monitor.runs;
  return {
    monitor: { ...monitor, runs, incident, incidents: incident.number, alertedAt: now },
    decisions: [
      ...found.decisions,
      {
        kind: 'miss',
        reason: cause.reason,
        incident: incident.number,
        alertNumber: incident.alerts,
        downSince: incident.downSince,
        recoveredAt: null,
        runId: cause.run?.rid ?? null,
        ...(channels && { channels }),
        ...detailsOf(cause),
      },
    ],
  };
}

function recover(found: Checked, recoveredAt: Instant): Checked {
  const { incident, runs } = found.monitor;
  if (!incident) return found;
  const run = runs.find(({ alertedAt }) => alertedAt !== null);
  return {
    monitor: { ...found.monitor, incident: null },
    decisions: [
      ...found.decisions,
      {
        kind: 'recovery',
        reason: incident.reason,
        incident: incident.number,
        alertNumber: incident.alerts,
        downSince: incident.downSince,
        recoveredAt,
        runId: null,
        ...(run && { stillRunning: { rid: run.rid, since: run.startedAt } }),
      },
    ],
  };
}

/**
 * A check during maintenance: nothing new is told, and what is wrong waits for the end. Of an incident that was told before
 * the end is told at once; a failure in maintenance that was over in it leaves nothing. `isCovered` says of an instant whether
 * it was in maintenance.
 */
export function checkInMaintenance(monitor: Monitor, isCovered: (at: Instant) => boolean): Checked {
  const pending = withoutMaintained(monitor, isCovered);
  const at = monitor.incident === null ? -1 : pending.findIndex(({ kind }) => kind === 'recovery');
  const end = pending[at];
  if (!end) return { monitor: { ...monitor, pending }, decisions: [] };
  const ended = recover({ monitor, decisions: [] }, end.at);
  const rest = { ...ended.monitor, pending: pending.slice(at + 1) };
  return { ...ended, monitor: { ...rest, pending: withoutMaintained(rest, isCovered) } };
}

/** The outcomes that are still to be told: not failures in maintenance that were over before anybody was told of them. */
export function withoutMaintained(
  { incident, pending }: Pick<Monitor, 'incident' | 'pending'>,
  isCovered: (at: Instant) => boolean,
): PendingOutcome[] {
  const kept: PendingOutcome[] = [];
  let failures: PendingOutcome[] = [];
  let isOpen = incident !== null;
  for (const outcome of pending) {
    if (outcome.kind === 'fail') {
      failures.push(outcome);
      continue;
    }
    const isMaintained = !isOpen && failures.every(({ at, since }) => isCovered(since ?? at));
    if (!isMaintained) kept.push(...failures, outcome);
    failures = [];
    isOpen = false;
  }
  return [...kept, ...failures];
}

/**
 * The incident as the next check will have it, so that nobody reads "ok" over a job that failed a minute ago. What
 * opens one is told within five minutes; a success closes it at once. In a pause none opens.
 */
export function incidentAt(monitor: Monitor, now: Instant): Incident | null {
  if (!isPaused(monitor, now)) return check(monitor, now).monitor.incident;
  return monitor.pending.some(({ kind }) => kind === 'recovery') ? null : monitor.incident;
}

/** True when a check moved more than the due time, which is written in a lighter way. */
export function changedByCheck(before: Monitor, after: Monitor): boolean {
  return (
    before.missCounted !== after.missCounted ||
    before.incident !== after.incident ||
    before.runs !== after.runs ||
    before.extendedUntil !== after.extendedUntil ||
    before.pending.length !== after.pending.length
  );
}
