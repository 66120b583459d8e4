import type { MaintenanceWindowView } from '../../contract/monitors/maintenance.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';
import { occurrenceFrom, openUntil, type MaintenanceWindow } from '../../domain/monitors/maintenance.ts';

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
