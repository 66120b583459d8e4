import type { Instant } from './instant.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The day in UTC that an instant lies in: `2027-03-31`. */
export function dayOf(at: Instant): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The first instant of a day such as `2027-03-31`. */
export function dayStart(day: string): Instant {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The day so many days after another, or before it. */
export function dayAfter(day: string, days = 1): string {
  return dayOf(dayStart(day) + days * DAY_MS);
}

/** The month in UTC that an instant lies in: `2027-03`. */
export function monthOf(at: Instant): string {
  return dayOf(at).slice(0, 7);
}

/** The first instant of a month such as `2027-03`. */
export function monthStart(month: string): Instant {
  return dayStart(`${month}-01`);
}

/** The month so many months after another, or before it. */
export function monthAfter(month: string, months = 1): string {
  const start = new Date(monthStart(month));
  return monthOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months));
}

/** The first instant that is no longer of a month. */
export function monthEnd(month: string): Instant {
  return monthStart(monthAfter(month));
}
