import { DAY_MS, HOUR_MS, dayAfter, dayOf, dayStart } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import type { Monitor } from '../monitors/monitor.ts';
import { spread } from '../hash-number.ts';

/** A day is rolled up from one hour after its end, when every write of it is done, to seven. */
const SPREAD_HOURS = 6;

/** Whole days, both of them included. */
export interface Days {
  from: string;
  to: string;
}

/** The days whose events are to be rolled up by now, or null: those that are over and not rolled up yet. */
export function daysToRollUp(monitor: Monitor, now: Instant): Days | null {
  if (!hasNews(monitor, now)) return null;
  const to = dayOf(now - DAY_MS - delayMs(monitor));
  const kept = dayOf(now - (LIMITS.statsDays - 1) * DAY_MS);
  const next = monitor.rolledUpTo === undefined ? dayOf(monitor.createdAt) : dayAfter(monitor.rolledUpTo);
  const from = next < kept ? kept : next;
  return from <= to ? { from, to } : null;
}

/**
 * When a check should look at a monitor for the sake of its days, so that the run of a weekly job shows a day later and
 * not a week; null without a need. Where it is time already the check that asks does it; should it fail, or have too
 * many, another one does in an hour.
 */
export function rollUpLookAt(monitor: Monitor, now: Instant): Instant | null {
  if (!hasNews(monitor, now)) return null;
  if (daysToRollUp(monitor, now) !== null) return now + HOUR_MS;
  return dayStart(newestDay(monitor, now)) + DAY_MS + delayMs(monitor);
}

/** The next instant at which a day of a monitor that is over may be rolled up. */
export function nextRollUpAt(monitor: Pick<Monitor, 'id'>, now: Instant): Instant {
  const today = dayStart(dayOf(now)) + delayMs(monitor);
  return today > now ? today : today + DAY_MS;
}

/** Whether a ping may have come on a day that is not rolled up. */
function hasNews(monitor: Monitor, now: Instant): boolean {
  if (!monitor.active || (monitor.lastEventAt === null && !monitor.failing)) return false;
  return monitor.rolledUpTo === undefined || newestDay(monitor, now) > monitor.rolledUpTo;
}

/** The last day on which a ping came, as far as the monitor tells: a failure leaves no time behind. */
function newestDay({ failing, lastEventAt }: Monitor, now: Instant): string {
  return dayOf(failing ? now : (lastEventAt ?? now));
}

/** The same every day, and different from that of other monitors. */
function delayMs({ id }: Pick<Monitor, 'id'>): number {
  return HOUR_MS + (spread(id) % (SPREAD_HOURS * HOUR_MS));
}
