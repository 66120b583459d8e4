import { putAlertItem } from '../../lib/data/alerts/alerts.ts';
import { incidentItems, MONTHS_MAX, RECORD_ITEMS_MAX } from '../../lib/data/monitors/incidents.ts';
import { replaceMonitor, replaceMonitorItem } from '../../lib/data/monitors/monitors.ts';
import { transact, WriteConflict } from '../../lib/data/table.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import type { IncidentRecord, Monitor } from '../../lib/domain/monitors/monitor.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { lowerDue } from '../../lib/domain/monitors/due-time.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';

/** Items of a transaction, of which one is the monitor. */
const ITEMS_MAX = 100;
/** So many incidents fit beside the alerts by what a monitor names itself, at most 42, and the months. */
const RECORDS_AT_ONCE = 13;
/** Of a job that flaps while the history takes nothing; the oldest go first. A monitor must stay far below 400 kB. */
const UNRECORDED_MAX = 100;
/** Well before the next check. */
const PAY_AFTER_MS = (LIMITS.checkEverySec * 1000) / 2;

/** What a check decided: the monitor, what is told, and the incidents that the history should have. */
interface Checked {
  before: Monitor;
  /** Without what was owed to the history. */
  after: Monitor;
  alerts: Alert[];
  records: IncidentRecord[];
}

/**
 * Writes what a check decided, all or nothing. The history must not hold up an alert: where it cannot be written the
 * alerts go out without it, and the monitor keeps what is owed until a later check has written it (decisions/025). A run
 * in which that happened does not try again. Throws `WriteConflict` when the monitor is no longer `before`.
 */
export async function writeChecked(deps: CheckerDeps, run: CheckRun, checked: Checked): Promise<void> {
  const { records } = checked;
  const isOwed = run.history.isFull && records.length > 0;
  try {
    await write(deps, run, checked, isOwed ? [] : records.slice(0, recordsBeside(checked.alerts)));
  } catch (error) {
    if (error instanceof WriteConflict || isOwed || records.length === 0) throw error;
    await write(deps, run, checked, []);
    // Now it is known that the history is at fault, and not this monitor.
    run.history.isFull = true;
    deps.log.error('incident_not_recorded', error);
  }
}

/** How many incidents go beside the alerts of a check; where many channels hear of a job that flaps, none fits. */
function recordsBeside(alerts: readonly Alert[]): number {
  const left = ITEMS_MAX - 1 - alerts.length - MONTHS_MAX;
  return Math.min(RECORDS_AT_ONCE, Math.max(0, Math.floor(left / RECORD_ITEMS_MAX)));
}

/** `recorded` are the first of the records; the rest is owed. */
async function write(
  { table }: CheckerDeps,
  { now }: CheckRun,
  { before, after, alerts, records }: Checked,
  recorded: IncidentRecord[],
): Promise<void> {
  const owed = records.slice(recorded.length).slice(-UNRECORDED_MAX);
  const unrecorded = { unrecorded: owed, dueAt: lowerDue(after.dueAt, now + PAY_AFTER_MS) };
  const written = owed.length === 0 ? after : { ...after, ...unrecorded };
  const items = [
    ...alerts.map((alert) => putAlertItem(table, alert)),
    ...(recorded.length === 0 ? [] : incidentItems(table, before, recorded)),
  ];
  if (items.length === 0) return replaceMonitor(table, before, written);
  await transact(table, [replaceMonitorItem(table, before, written), ...items]);
}
