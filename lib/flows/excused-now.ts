import type { Instant } from '../domain/instant.ts';
import { isOverdue } from '../domain/monitor/deadline.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { excused } from '../domain/outage/excused.ts';
import { sightNow, type SightDeps } from './sight.ts';

/**
 * A monitor as a check would judge it now. A ping may come back from an outage of ours before the next check has seen
 * it: a silence in which it could not reach us is no miss (DECISIONS.md "Incidents" 8). Reads nothing unless the ping
 * ends a silence that is not counted yet.
 */
export async function excusedNow(deps: SightDeps, monitor: Monitor, now: Instant): Promise<Monitor> {
  if (!isOverdue(monitor, now) || monitor.missCounted) return monitor;
  const { windows } = await sightNow(deps, now);
  return excused(monitor, windows, now).monitor;
}
