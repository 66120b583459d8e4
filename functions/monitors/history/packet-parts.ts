import { shownAlertId } from '../../../lib/data/alerts/alert-keys.ts';
import { getOutput } from '../../../lib/data/monitors/job-outputs.ts';
import type { Table } from '../../../lib/data/table.ts';
import type { Alert } from '../../../lib/domain/alerts/alert.ts';
import { outputTail } from '../../../lib/domain/alerts/output-tail.ts';
import type { KnownIncident } from '../../../lib/render/monitors/known-incident.ts';

/** So many signals are shown. */
export const EVENTS_SHOWN = 10;
const DELIVERIES = 20;
/** Of which those of the incident are shown: as many repeats as a hundred days have. */
export const ALERTS_READ = 200;

/** The deliveries of an incident among alerts of its monitor. */
export function deliveriesOf(alerts: readonly Alert[], number: number): KnownIncident['deliveries'] {
  return alerts
    .filter(({ content: { kind, incident } }) => isOfJob(kind) && incident === number)
    .slice(0, DELIVERIES)
    .map((alert) => ({ alert, id: shownAlertId(alert.sk) }));
}

function isOfJob(kind: string): boolean {
  return kind === 'miss' || kind === 'recovery';
}

/** What came with an event, as alerts show it. */
export async function shownOutput(
  table: Table,
  monitorId: string,
  event: string | undefined,
): Promise<KnownIncident['output']> {
  const text = event === undefined ? undefined : await getOutput(table, monitorId, event);
  return event === undefined || text === undefined ? null : { event, tail: outputTail(text) };
}
