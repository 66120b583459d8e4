import { releaseAlert } from '../../data/alerts.ts';
import type { AlertRecord } from '../../domain/alert/alert-record.ts';
import type { Instant } from '../../domain/instant.ts';
import { isPaused } from '../../domain/monitor/deadline.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';

/** A pause may end before its time. */
const LOOK_EVERY_MS = 3_600_000;

/** Nothing about a job is told while its monitor is paused (DECISIONS.md "Incidents" 5); what was asked for is. */
export function isHeld({ notice }: AlertRecord, monitor: Monitor, now: Instant): boolean {
  return monitor.active && isPaused(monitor, now) && (notice.kind === 'miss' || notice.kind === 'recovery');
}

/** Done with on the queue; the checker brings it back after the pause, and looks now and then whether it ended early. */
export async function hold(deps: NotifierDeps, claimed: AlertRecord, monitor: Monitor): Promise<null> {
  const lookAt = deps.clock.now() + LOOK_EVERY_MS;
  const dueAt = Math.min(monitor.pausedUntil ?? lookAt, lookAt);
  await releaseAlert(deps.table, claimed, { dueAt, waitingSince: null, held: true });
  return null;
}
