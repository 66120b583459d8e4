import type { MaintenanceWindowView } from '../../contract/monitors/maintenance.ts';
import type { MonitorView } from '../../contract/monitors/monitor-output.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';
import {
  maintenanceOf,
  occurrenceFrom,
  openAmong,
  openUntil,
  type MaintenanceWindow,
} from '../../domain/monitors/maintenance.ts';

/** In which maintenance a monitor is now, and until when; null in none. */
export function openMaintenanceView(
  windows: readonly MaintenanceWindow[],
  now: Instant,
): NonNullable<MonitorView['maintenance']> | null {
  const open = openAmong(windows, now);
  return open && { name: open.window.name, until: isoOf(open.until) };
}

/** That something was in maintenance at a moment of the past. */
export function maintenanceMark(
  windows: readonly MaintenanceWindow[],
  at: Instant,
): { maintenance?: string } {
  const maintenance = maintenanceOf(windows, at);
  return maintenance === undefined ? {} : { maintenance };
}

/** A window of maintenance as its owner sees it now. */
export function maintenanceView(window: MaintenanceWindow, now: Instant): MaintenanceWindowView {
  const { id, name, tags, times, createdAt } = window;
  const next = occurrenceFrom(window, now);
  const once = 'from' in times ? { from: isoOf(times.from), until: isoOf(times.until) } : null;
  const again = 'from' in times ? null : { cron: times.cron, tz: times.tz, length_sec: times.lengthSec };
  return {
    id,
    name,
    tags: [...tags],
    ...(once ?? { from: null, until: null }),
    ...(again ?? { cron: null, tz: null, length_sec: null }),
    open: openUntil(window, now) !== null,
    next: next && { from: isoOf(next.from), until: isoOf(next.until) },
    created_at: isoOf(createdAt),
  };
}
