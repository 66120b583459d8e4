import { getCheckerState } from '../data/checker-state.ts';
import type { Table } from '../data/table.ts';
import type { Instant } from '../domain/instant.ts';
import { isOverdue } from '../domain/monitor/deadline.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { windowsSince } from '../domain/outage/blind-window.ts';
import { excused } from '../domain/outage/excused.ts';

/**
 * A monitor as a check would judge it now. A ping may come back from an outage of ours before the next check has seen
 * it: a silence in which we were blind is no miss (DECISIONS.md "Incidents" 8). Reads nothing unless it is overdue.
 */
export async function excusedNow(table: Table, monitor: Monitor, now: Instant): Promise<Monitor> {
  if (!isOverdue(monitor, now) || monitor.missCounted) return monitor;
  const { windows, finishedAt: lastCheckAt, awakeSince } = await getCheckerState(table);
  const known = windowsSince({ windows, lastCheckAt, awakeSince: awakeSince ?? now }, now);
  return excused(monitor, known, now).monitor;
}
