import { monthEnd, monthOf } from '../../calendar.ts';
import type { Instant } from '../../instant.ts';
import type { IncidentRecord } from '../monitor.ts';

/** The part of a month in UTC, `2027-03`, that closed incidents take. */
export interface MonthOfIncidents {
  month: string;
  /** Those that began in it. */
  incidents: number;
  /** Milliseconds of all that touch it. */
  downMs: number;
}

/** A span of time cut at the ends of the months in UTC; nothing of one that ends before it begins. */
export function byMonth(from: Instant, to: Instant): { month: string; ms: number }[] {
  const parts: { month: string; ms: number }[] = [];
  for (let start = from; start < to;) {
    const month = monthOf(start);
    const end = Math.min(to, monthEnd(month));
    parts.push({ month, ms: end - start });
    start = end;
  }
  return parts;
}

/** What closed incidents add to the months they touch, each once, oldest first. An incident counts where it began. */
export function monthsOf(records: readonly IncidentRecord[]): MonthOfIncidents[] {
  const months = new Map<string, MonthOfIncidents>();
  const at = (month: string) => months.get(month) ?? { month, incidents: 0, downMs: 0 };
  for (const { downSince, closedAt } of records) {
    if (closedAt === null) continue;
    const begun = at(monthOf(downSince));
    months.set(begun.month, { ...begun, incidents: begun.incidents + 1 });
    for (const { month, ms } of byMonth(downSince, closedAt))
      months.set(month, { ...at(month), downMs: at(month).downMs + ms });
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1));
}
