import { releaseAlert } from '../../data/alerts.ts';
import type { Alert } from '../../domain/alert/alert.ts';
import type { Instant } from '../../domain/instant.ts';
import { isPaused } from '../../domain/monitor/deadline.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';

/** A pause may end before its time. */
const LOOK_EVERY_MS = 3_600_000;

/** Nothing about a job is told while its monitor is paused (DECISIONS.md "Incidents" 5); what was asked for is. */
export function mustDefer({ content }: Alert, monitor: Monitor, now: Instant): boolean {
  return monitor.active && isPaused(monitor, now) && (content.kind === 'miss' || content.kind === 'recovery');
}

/** Done with on the queue; the checker brings it back after the pause, and looks now and then whether it ended early. */
export async function deferWhilePaused(deps: NotifierDeps, claimed: Alert, monitor: Monitor): Promise<null> {
  const lookAt = deps.clock.now() + LOOK_EVERY_MS;
  const dueAt = Math.min(monitor.pausedUntil ?? lookAt, lookAt);
  await releaseAlert(deps.table, claimed, { dueAt, waitingSince: null, deferred: true });
  return null;
}
