import type { Instant } from '../domain/instant.ts';
import { isOverdue } from '../domain/monitor/deadline.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { extendedForOutage, isInDoubt } from '../domain/outage/extended-for-outage.ts';
import { outagesNow, type OutageDeps } from './detect-outages.ts';

/**
 * The monitors as a check at `now` would judge them, in the same order: what shows a monitor must not call it late
 * while the check holds its silence (DECISIONS.md "Incidents" 8). The evidence of an outage is read once for all, and
 * only when one of them is silent and was not told so.
 */
export async function judgedNow(
  deps: OutageDeps,
  monitors: readonly Monitor[],
  now: Instant,
): Promise<readonly Monitor[]> {
  if (!monitors.some((monitor) => isInDoubt(monitor, now))) return monitors;
  const { windows } = await outagesNow(deps, now);
  return monitors.map((monitor) => extendedForOutage(monitor, windows, now).monitor);
}

/**
 * A monitor as a check would judge it now. A ping may come back from an outage of ours before the next check has seen
 * it: a silence in which it could not reach us is no miss. Reads nothing unless the ping ends a silence that is not
 * counted yet.
 */
export async function extendedNow(deps: OutageDeps, monitor: Monitor, now: Instant): Promise<Monitor> {
  if (!isOverdue(monitor, now) || monitor.missCounted) return monitor;
  const [judged = monitor] = await judgedNow(deps, [monitor], now);
  return judged;
}
