import type { Alert } from '../../domain/alerts/alert.ts';
import type { DeadlineSum } from '../../domain/monitors/incidents/deadline-sum.ts';
import type { Instant } from '../../domain/instant.ts';
import type { MaintenanceWindow } from '../../domain/monitors/maintenance.ts';
import type { Incident, IncidentRecord, Monitor } from '../../domain/monitors/monitor.ts';
import type { Drift } from '../../domain/monitors/rhythm/proposal.ts';
import type { SettingsChange } from '../../domain/monitors/settings/settings-change.ts';
import type { ScheduleHint } from '../../domain/schedule/hint.ts';
import type { Recorded } from './ping-view.ts';

/** All that is known of an incident at `now`. */
export interface KnownIncident {
  /** As a check would judge it. */
  monitor: Monitor;
  incident: Incident;
  /** False when the next check will open it. */
  isOpened: boolean;
  /** How it ended; `at` is null where its end is not on record. Absent while it is open. */
  closed?: { at: Instant | null };
  /** Somebody hears of it: a channel leads somewhere, and an address has agreed. */
  isHeard: boolean;
  now: Instant;
  /** Those of its owner that are for the monitor. */
  windows: readonly MaintenanceWindow[];
  sum: DeadlineSum | null;
  events: readonly Recorded[];
  output: { event: string; tail: string | null } | null;
  deliveries: readonly { alert: Alert; id: string }[];
  others: readonly { monitor: Monitor; incident: IncidentRecord }[];
  changes: readonly SettingsChange[];
  hint: ScheduleHint | null;
  drifts: readonly Drift[];
}
