import { casesOf, type Case } from './cases.ts';
import { isAcknowledged, type Facts } from './facts.ts';
import type { Holdings } from './ledger.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';

/** Incidents follow one another without a gap, each with all of its alerts, and end when the job came back. */
export function incidentsWhole(facts: Facts, holdings: Holdings): string[] {
  return casesOf(facts, holdings).flatMap((each) =>
    recoveriesMissed(each, holdings).map((fault) => `${each.monitor.name}: ${fault}`),
  );
}

function recoveriesMissed({ monitor, signals, incidents }: Case, holdings: Holdings): string[] {
  if (monitor.deletion) return [];
  const faults: string[] = [];
  const item = holdings.monitors.get(monitor.id);
  // Whether the incidents of a new life go on in number is not said.
  const before = monitor.byKey === null ? 0 : (incidents[0]?.number ?? (item?.incidents ?? 0) + 1) - 1;
  for (const [index, incident] of incidents.entries()) {
    if (incident.number !== before + index + 1) faults.push(`incident ${before + index + 1} has no alert`);
    const numbers = incident.misses.map((miss) => miss.content.alertNumber).sort((a, b) => a - b);
    if (numbers.some((number, place) => number !== place + 1))
      faults.push(`incident ${incident.number} misses an alert`);
    if (incident.recoveries.length > 1) faults.push(`incident ${incident.number} recovered twice`);
    if (incident.recoveredAt === null && index < incidents.length - 1)
      faults.push(`incident ${incident.number} never recovered`);
    const back = signals.find(
      (signal) =>
        signal.kind === 'success' &&
        isAcknowledged(signal) &&
        signal.call.writes.some(({ seq, key }) => seq > incident.openedSeq && key.endsWith('/MON')),
    );
    if (back && incident.recoveredAt === null && !waitsForPause(item))
      faults.push(`signal ${back.mark} ended incident ${incident.number}, and no recovery was told`);
  }
  if ((item?.incidents ?? 0) !== before + incidents.length)
    faults.push(`it counts ${item?.incidents} incidents and told ${incidents.length}`);
  const open = incidents.find((incident) => incident.recoveredAt === null);
  if ((item?.incident?.number ?? null) !== (open?.number ?? null))
    faults.push(`incident ${item?.incident?.number} is open, told was ${open?.number}`);
  if (item?.incident && item.incident.alerts !== open?.misses.length)
    faults.push('its incident counts other alerts than it told');
  return faults;
}

/** Nothing is told in a pause: one that lasts beyond the life keeps the recovery waiting. */
function waitsForPause(item: Partial<Pick<Monitor, 'pausedUntil' | 'pending'>> | undefined): boolean {
  const owed = item?.pending?.some(({ kind }) => kind === 'recovery') ?? false;
  return owed && typeof item?.pausedUntil === 'number';
}
