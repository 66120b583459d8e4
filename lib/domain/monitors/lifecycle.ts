import type { Instant } from '../instant.ts';
import { nextRunAfter } from '../schedule/next-run.ts';
import { awaitedRunAt, deadlineOf, isOverdue, isPaused, scheduleOf } from './deadline.ts';
import { failuresUnder } from './failures.ts';
import type { Monitor } from './monitor.ts';
import { underNewTiming } from './noted-proposal.ts';
import { nextLookAt } from './due-time.ts';
import { latestMoveAt } from './watched.ts';
import { isSameTiming, type DecidedSettings } from './settings/default-settings.ts';

/** A monitor that has never pinged (SPEC.md state table, first row). */
export function newMonitor(
  identity: Pick<
    Monitor,
    'id' | 'spaceId' | 'slug' | 'sentAs' | 'importedAs' | 'asCheck' | 'broughtId' | 'checkSlug'
  >,
  settings: DecidedSettings,
  now: Instant,
): Monitor {
  return {
    ...settings,
    ...identity,
    idTail: null,
    active: true,
    countsAsFast: false,
    createdAt: now,
    lastEventAt: null,
    lastStatus: null,
    lastLatencyMs: null,
    lastDurationMs: null,
    recent: [],
    runs: [],
    pending: [],
    incident: null,
    incidents: 0,
    failing: false,
    failedRuns: null,
    missCount: 0,
    missCounted: false,
    alertedAt: null,
    resumedAt: null,
    pausedAt: null,
    healthySince: null,
    extendedUntil: null,
    deactivatedAt: null,
    tokenVersion: 1,
    webhookSecretVersion: 1,
    webhookSecretRotatedAt: null,
    rev: 0,
    dueAt: null,
  };
}

/**
 * A monitor under new settings. A silence that has begun is counted before a new schedule can forgive it; failures that
 * are enough by now are told; a pause
 * that is taken back ends now, so that its silence is not held against the job. `judged` is the monitor with
 * its deadline extended as a check would at `now`; the extension is not written, so that the next check judges anew.
 */
export function withSettings(
  monitor: Monitor,
  settings: DecidedSettings,
  now: Instant,
  judged: Monitor = monitor,
): Monitor {
  const overdue = isOverdue(judged, now);
  const missed = overdue && !monitor.missCounted;
  const wished = underNewTiming(monitor, {
    ...monitor,
    ...settings,
    ...failuresUnder(monitor, settings, now),
    missCount: monitor.missCount + (missed ? 1 : 0),
    missCounted: monitor.missCounted || missed,
    resumedAt: resumedAt(monitor, settings, now),
    ...(isPaused(settings, now) && !isPaused(monitor, now) && pauseBegun(judged, now)),
  });
  const awaiting = stillAwaiting(monitor, wished, now);
  const changed = overdue ? awaiting : withYoungSigns(monitor, awaiting, now);
  const forgiven = overdue && !isOverdue(changed, now) && !isPaused(changed, now);
  const healthySince = forgiven ? now : monitor.healthySince;
  const lookAt = nextLookAt(changed, now);
  // What a change makes late has waited since that change.
  const dueAt = lookAt === null ? null : Math.max(lookAt, Math.min(monitor.dueAt ?? now, now));
  return { ...changed, healthySince, dueAt };
}

/**
 * A run that is missing stays missing under another schedule or grace, until it is told: else who changes a setting between the
 * scheduled time and the check would never hear of it. `nextExpectedAt` is computed forward all the same (SPEC.md state table), and
 * one that was late already is well again for one grace, from the first such change on.
 */
function stillAwaiting(before: Monitor, after: Monitor, now: Instant): Monitor {
  if (isSameTiming(before, after)) return after;
  const { missingRunAt: _dropped, ...rest } = after;
  const [missingAt, schedule] = [awaitedRunAt(before), scheduleOf(after)];
  const isTold = before.missCounted && before.incident !== null;
  const isMissing = before.lastEventAt !== null && missingAt !== null && missingAt <= now;
  if (before.cron === null || schedule === null || !isMissing || isTold || isPaused(before, now)) return rest;
  if (isOverdue(before, now)) return { ...rest, missingRunAt: before.missingRunAt ?? now };
  const missingRunAt = nextRunAfter(schedule, missingAt - 1);
  return missingRunAt === null || missingRunAt > now ? rest : { ...rest, missingRunAt };
}

/** A monitor that takes no more pings and alerts no more (SPEC.md "DELETE /api/endpoints/:id"). */
export function deactivated(monitor: Monitor, now: Instant): Monitor {
  const { unrecorded: _unrecorded, ...recorded } = monitor;
  return { ...recorded, active: false, pending: [], incident: null, deactivatedAt: now, dueAt: null };
}

/**
 * A sign of life of a watched device is not written while the last one is younger than five minutes. One that is due
 * sooner now must not be late by what was not written.
 */
function withYoungSigns(before: Monitor, after: Monitor, now: Instant): Monitor {
  const { lastEventAt } = after;
  const isSooner = (deadlineOf(after) ?? Infinity) < (deadlineOf(before) ?? Infinity);
  if (!after.watched || lastEventAt === null || !isSooner) return after;
  return { ...after, lastEventAt: Math.max(lastEventAt, Math.min(now, latestMoveAt(lastEventAt))) };
}

/** A silence that a pause moves was there: what is told of a later one says so. */
function pauseBegun(judged: Monitor, now: Instant): Pick<Monitor, 'pausedAt' | 'lateAtPause'> {
  const lateSince = isOverdue(judged, now) ? (judged.lateAtPause ?? deadlineOf(judged)) : null;
  return { pausedAt: now, ...(lateSince !== null && { lateAtPause: lateSince }) };
}

function resumedAt(monitor: Monitor, settings: DecidedSettings, now: Instant): Instant | null {
  if (monitor.pausedUntil === null || settings.pausedUntil === monitor.pausedUntil) return monitor.resumedAt;
  return Math.min(monitor.pausedUntil, now);
}
