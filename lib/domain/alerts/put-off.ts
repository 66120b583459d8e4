import { LIMITS } from '../limits.ts';
import type { Instant } from '../instant.ts';
import { isOverdue, isPaused, pauseEndOf } from '../monitors/deadline.ts';
import type { AlertReason, Monitor } from '../monitors/monitor.ts';
import type { Alert } from './alert.ts';
import type { SupersededAlert } from './alert-content.ts';

/** Well before the next check, which began to count before the queue brought the alert. */
const BEFORE_NEXT_CHECK_MS = (LIMITS.checkEverySec * 1000) / 2;

/**
 * When the checker looks again at an alert that waits for a stop or pause that lasts until then: at each check, since it
 * may be taken back in many ways.
 */
export function lookAgainAt(until: Instant, now: Instant): Instant {
  return Math.min(until, now + BEFORE_NEXT_CHECK_MS);
}

/**
 * Until when an alert waits for the pause of its monitor; null when for none. Nothing about a job is told while it is paused
 * (DECISIONS.md "Incidents" 5); what was asked for is.
 */
export function putOffUntil({ content }: Alert, monitor: Monitor, now: Instant): Instant | null {
  const isAboutTheJob = content.kind === 'miss' || content.kind === 'recovery';
  return isAboutTheJob && monitor.active && isPaused(monitor, now) ? monitor.pausedUntil : null;
}

/** The outcome in the ledger of an alert that was put off for a pause and dropped after it. */
export const PAUSED_MEANWHILE = 'paused_meanwhile';

/**
 * Whether what an alert says was over when the pause ended before which it was not told: a silence whose new deadline has
 * not passed, or a run that is open no more (DECISIONS.md "Incidents" 5). A failure, or a number beyond its threshold, is told all the same, and so is the end
 * of an incident that was told, also by what took their place: none is swallowed.
 */
export function isNoLongerSo(alert: Alert, monitor: Monitor, now: Instant): boolean {
  const { kind, reason, decidedAt, runId, superseded } = alert.content;
  const endedAt = pauseEndOf(monitor);
  if (kind !== 'miss' || isTurn(reason) || alert.reopened) return false;
  // The last of them alone are named; of the others any may be one.
  if (superseded && (superseded.total > superseded.last.length || superseded.last.some(isOwed))) return false;
  if (!monitor.active || endedAt === null || endedAt <= decidedAt || endedAt > now) return false;
  return reason === 'silence'
    ? !isOverdue(monitor, now)
    : !monitor.runs.some((run) => run.rid === runId && run.alertedAt !== null);
}

/** What happened, and was not only so until the pause ended. */
function isTurn(reason: AlertReason): boolean {
  return reason === 'fail' || reason === 'threshold';
}

/** Of an incident whose first alert is among them nobody heard, so nobody need hear that it is over. */
function isOwed(
  { kind, reason, incident }: SupersededAlert,
  _: number,
  all: readonly SupersededAlert[],
): boolean {
  if (kind === 'miss') return isTurn(reason);
  return !all.some((each) => each.kind === 'miss' && each.incident === incident && each.alertNumber === 1);
}
