import { DAY_MS } from '../calendar.ts';
import type { CronFields } from './parse-cron.ts';

const DAY_MINUTES = 1_440;

/**
 * The first minute from `fromMinute` to `lastMinute` (both included) that the fields name, or null. Minutes count
 * local time as if it were UTC: on this calendar no clock ever changes.
 */
export function nextMatchingMinute(
  fields: CronFields,
  fromMinute: number,
  lastMinute: number,
): number | null {
  let day = Math.floor(fromMinute / DAY_MINUTES);
  let minuteOfDay = fromMinute - day * DAY_MINUTES;
  const lastDay = Math.floor(lastMinute / DAY_MINUTES);
  while (day <= lastDay) {
    const matchingDay = nextMatchingDay(fields, day, lastDay);
    if (matchingDay === null) return null;
    if (matchingDay > day) minuteOfDay = 0;
    const found = nextMinuteOfDay(fields, minuteOfDay);
    if (found !== null) {
      const minute = matchingDay * DAY_MINUTES + found;
      return minute <= lastMinute ? minute : null;
    }
    day = matchingDay + 1;
    minuteOfDay = 0;
  }
  return null;
}

function nextMatchingDay(fields: CronFields, fromDay: number, lastDay: number): number | null {
  const date = new Date(fromDay * DAY_MS);
  let day = fromDay;
  while (day <= lastDay) {
    if (!fields.months.includes(date.getUTCMonth() + 1)) {
      date.setUTCMonth(date.getUTCMonth() + 1, 1);
      day = date.getTime() / DAY_MS;
      continue;
    }
    if (isMatchingDay(fields, date)) return day;
    date.setUTCDate(date.getUTCDate() + 1);
    day += 1;
  }
  return null;
}

/** Debian cron joins the two day fields with AND as soon as either starts with `*`, even as part of a step. */
function isMatchingDay(fields: CronFields, date: Date): boolean {
  const byDayOfMonth = fields.daysOfMonth.includes(date.getUTCDate());
  const byDayOfWeek = fields.daysOfWeek.includes(date.getUTCDay());
  return fields.dayOfMonthStar || fields.dayOfWeekStar
    ? byDayOfMonth && byDayOfWeek
    : byDayOfMonth || byDayOfWeek;
}

function nextMinuteOfDay(fields: CronFields, fromMinuteOfDay: number): number | null {
  const fromHour = Math.floor(fromMinuteOfDay / 60);
  const hour = fields.hours.find((value) => value >= fromHour);
  if (hour === undefined) return null;
  if (hour > fromHour) return hour * 60 + (fields.minutes[0] ?? 0);
  const minute = fields.minutes.find((value) => value >= fromMinuteOfDay - fromHour * 60);
  if (minute !== undefined) return hour * 60 + minute;
  const later = fields.hours.find((value) => value > fromHour);
  return later === undefined ? null : later * 60 + (fields.minutes[0] ?? 0);
}
