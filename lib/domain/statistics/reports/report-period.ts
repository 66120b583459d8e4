import { DAY_MS, dayAfter, dayOf, dayStart, HOUR_MS, MINUTE_MS } from '../../calendar.ts';
import { spread } from '../../hash-number.ts';
import type { Instant } from '../../instant.ts';
import { firstInstantOf, isZone, offsetMsAt } from '../../schedule/zone.ts';

export const REPORT_SPANS = ['week', 'month'] as const;
export type ReportSpan = (typeof REPORT_SPANS)[number];

/** A week from Monday to Sunday or a month of the calendar, by its first day such as `2027-03-01`. */
export interface ReportPeriod {
  span: ReportSpan;
  day: string;
}

/** Who reads reports, as far as it matters for when. */
export interface ReportReader {
  accountId: string;
  /** By whose clock days begin and end. */
  zone: string;
}

/** Early, so that whoever begins to work finds it. */
const SENT_AT_HOUR = 7;
/** Readers of one zone get theirs over an hour. */
const SPREAD_MIN = 60;

/** The period that an instant lies in by the clock of a zone; an unknown zone counts as UTC. */
export function periodAt(span: ReportSpan, at: Instant, zone: string): ReportPeriod {
  const day = dayOf(at + offsetMsAt(knownZone(zone), at));
  if (span === 'month') return { span, day: `${day.slice(0, 7)}-01` };
  const sinceMonday = (new Date(dayStart(day)).getUTCDay() + 6) % 7;
  return { span, day: dayAfter(day, -sinceMonday) };
}

/** The one that follows a period. */
export function periodAfter({ span, day }: ReportPeriod): ReportPeriod {
  return span === 'week' ? { span, day: dayAfter(day, 7) } : monthAt(day, 1);
}

function periodBefore({ span, day }: ReportPeriod): ReportPeriod {
  return span === 'week' ? { span, day: dayAfter(day, -7) } : monthAt(day, -1);
}

function monthAt(day: string, months: number): ReportPeriod {
  const start = new Date(dayStart(day));
  return { span: 'month', day: dayOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months)) };
}

/** The last day of a period. */
export function lastDayOf(period: ReportPeriod): string {
  return dayAfter(periodAfter(period).day, -1);
}

/** When a period begins and ends by the clock of a zone, over changes of clocks too. */
export function spanOfPeriod(period: ReportPeriod, zone: string): { from: Instant; to: Instant } {
  const startOf = (day: string) => firstInstantOf(knownZone(zone), dayStart(day));
  return { from: startOf(period.day), to: startOf(periodAfter(period).day) };
}

/** When the report of a period is sent: in the morning after its end. */
export function sentAt(period: ReportPeriod, { accountId, zone }: ReportReader): Instant {
  const minutes = spread(accountId) % SPREAD_MIN;
  const local = dayStart(periodAfter(period).day) + SENT_AT_HOUR * HOUR_MS + minutes * MINUTE_MS;
  return firstInstantOf(knownZone(zone), local);
}

/** The newest period whose report is to be there by now. */
export function newestSent(span: ReportSpan, now: Instant, reader: ReportReader): ReportPeriod {
  const ended = periodBefore(periodAt(span, now, reader.zone));
  return sentAt(ended, reader) <= now ? ended : periodBefore(ended);
}

/** How long a report that nobody took is tried. */
export const REPORT_TRIED_FOR_MS = DAY_MS;

function knownZone(zone: string): string {
  return isZone(zone) ? zone : 'UTC';
}
