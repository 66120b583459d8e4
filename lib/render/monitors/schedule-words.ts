import { parseCron, type CronFields } from '../../domain/schedule/parse-cron.ts';
import { everyText } from '../time-text.ts';

const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTH_NAMES = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']; // prettier-ignore
/** More times of day than this are told as minutes of hours. */
const TIMES_MAX = 6;
/** Of an even step so many values are told as a step. */
const STEP_VALUES_MIN = 3;

/** An interval for people: `a ping at least every 5 minutes`. */
export function intervalWords(intervalSec: number): string {
  return `a ping at least ${everyText(intervalSec)}`;
}

/** A valid cron expression for people: `at 03:00 on Monday to Friday, in Europe/Berlin`. */
export function scheduleWords(cron: string, tz: string): string {
  const fields = parseCron(cron);
  if (fields === null) return cron;
  const days = dayWords(fields);
  const months = fields.months.length === 12 ? '' : ` in ${listOf(fields.months, monthName)}`;
  return `${timeWords(fields)}${days === '' ? '' : ` ${days}`}${months}, in ${tz}`;
}

function timeWords({ minutes, hours }: CronFields): string {
  if (minutes.length * hours.length <= TIMES_MAX) {
    const times = hours.flatMap((hour) => minutes.map((minute) => `${padded(hour)}:${padded(minute)}`));
    return `at ${joined(times, 'and')}`;
  }
  const minuteStep = stepOf(minutes, 60);
  const hourStep = stepOf(hours, 24);
  const minuteWords =
    minutes.length === 60
      ? 'every minute'
      : minuteStep === null
        ? `at minute ${listOf(minutes, String)}`
        : `every ${minuteStep} minutes`;
  if (hours.length === 24)
    return minuteStep === null && minutes.length < 60 ? `${minuteWords} of every hour` : minuteWords;
  const hourWords =
    hourStep === null ? `the hours ${listOf(hours, padded)}` : `every ${ordinal(hourStep)} hour`;
  return `${minuteWords} of ${hourWords}`;
}

/** Debian cron joins the two day fields with AND as soon as either starts with `*`. */
function dayWords(fields: CronFields): string {
  const { daysOfMonth, daysOfWeek, dayOfMonthStar, dayOfWeekStar } = fields;
  const isEither = !dayOfMonthStar && !dayOfWeekStar;
  const byMonth = `on day ${listOf(daysOfMonth, String)} of the month`;
  const byWeek = `on ${listOf(daysOfWeek, dayName)}`;
  if (isEither) return `${byMonth} or ${byWeek}`;
  if (daysOfMonth.length === 31) return daysOfWeek.length === 7 ? '' : byWeek;
  return daysOfWeek.length === 7 ? byMonth : `${byMonth} when that is a ${listOf(daysOfWeek, dayName, 'or')}`;
}

/** The step of values from 0 to the end of their range, such as 5 of 0, 5, … 55. */
function stepOf(values: readonly number[], range: number): number | null {
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  const isEven =
    values.length >= STEP_VALUES_MIN &&
    step > 1 &&
    values.length * step === range &&
    values.every((value, index) => value === index * step);
  return isEven ? step : null;
}

/** `1 to 3 and 7`: neighbours, three or more, are told by their ends. */
function listOf(values: readonly number[], spelled: (value: number) => string, last = 'and'): string {
  const spans: number[][] = [];
  for (const value of values) {
    const span = spans.at(-1);
    if (span && value === (span.at(-1) ?? 0) + 1) span.push(value);
    else spans.push([value]);
  }
  const parts = spans.flatMap((span) =>
    span.length < 3 ? span.map(spelled) : [`${spelled(span[0] ?? 0)} to ${spelled(span.at(-1) ?? 0)}`],
  );
  return joined(parts, last);
}

function joined(parts: readonly string[], last: string): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
}

function ordinal(count: number): string {
  return count === 2 ? '2nd' : count === 3 ? '3rd' : `${count}th`;
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}

function dayName(day: number): string {
  return DAY_NAMES[day] ?? '';
}

function monthName(month: number): string {
  return MONTH_NAMES[month - 1] ?? '';
}
