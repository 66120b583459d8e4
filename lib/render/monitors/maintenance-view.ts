import type { MaintenanceWindowView } from '../../contract/monitors/maintenance.ts';
import type { ExportedMaintenance } from '../../contract/monitors/transfer.ts';
import type { MonitorView } from '../../contract/monitors/monitor-output.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';
import {
  maintenanceNames,
  occurrenceFrom,
  openUntil,
  type MaintenanceWindow,
  type OpenWindow,
} from '../../domain/monitors/maintenance.ts';

/** In which maintenance a monitor is now, and until when; null in none. */
export function openMaintenanceView(open: OpenWindow | null): NonNullable<MonitorView['maintenance']> | null {
  return open && { name: open.window.name, until: isoOf(open.until) };
}

/** What a list, newest first, shows of each, with the maintenance in which it was. */
export function withMaintenanceNames<Of extends { at: Instant }, View>(
  entries: readonly Of[],
  windows: readonly MaintenanceWindow[],
  view: (entry: Of) => View,
): (View & { maintenance?: string })[] {
  const nameAt = maintenanceNames(windows);
  const shown = entries.toReversed().map((entry) => {
    const maintenance = nameAt(entry.at);
    return { ...view(entry), ...(maintenance !== undefined && { maintenance }) };
  });
  return shown.toReversed();
}

/** What an owner said of a window, in the fields of its creation: what is as by default is left out. */
export function maintenanceSettingsView({ name, tags, times }: MaintenanceWindow): ExportedMaintenance {
  return {
    name,
    ...(tags.length > 0 && { tags: [...tags] }),
    ...('from' in times
      ? { from: isoOf(times.from), until: isoOf(times.until) }
      : { cron: times.cron, ...(times.tz !== 'UTC' && { tz: times.tz }), length_sec: times.lengthSec }),
  };
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
