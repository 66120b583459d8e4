import { LIMITS } from '../limits.ts';
import type { Instant } from '../instant.ts';
import { isPaused } from '../monitor/deadline.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { Alert } from './alert.ts';

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
