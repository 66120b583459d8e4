import { DAY_OF_MONTH, DAY_OF_WEEK, HOUR, MINUTE, MONTH, readCronField } from './cron-field.ts';

/** The values each field of a cron expression names, ascending, and whether the field starts with `*`. */
export interface CronFields {
  minutes: number[];
  hours: number[];
  daysOfMonth: number[];
  months: number[];
  /** 0 is Sunday, 6 is Saturday. */
  daysOfWeek: number[];
  minuteStar: boolean;
  hourStar: boolean;
  dayOfMonthStar: boolean;
  dayOfWeekStar: boolean;
}

/** Sixty minutes, 24 hours, 31 days … written out one by one stay well under this. */
const CRON_MAX_CHARS = 1_000;
/** A walk along a schedule reads it at each step, and reading takes longer than the step. */
const PARSED_MAX = 64;
const parsed = new Map<string, CronFields | null>();

/**
 * The five fields of a cron expression as Debian cron reads them, or null when it is not five valid fields
 * (SPEC.md "Errors", `cron_invalido`; decisions/002).
 */
export function parseCron(cron: string): CronFields | null {
  const known = parsed.get(cron);
  if (known !== undefined) return known;
  const read = readCron(cron);
  const fields = typeof read === 'string' ? null : read;
  const oldest = parsed.keys().next().value;
  if (parsed.size >= PARSED_MAX && oldest !== undefined) parsed.delete(oldest);
  parsed.set(cron, fields);
  return fields;
}

/** As `parseCron`, but a refusal is the sentence that names field, rule and value. */
export function readCron(cron: string): CronFields | string {
  if (cron.length > CRON_MAX_CHARS)
    return `cron must have at most ${CRON_MAX_CHARS} characters; got ${cron.length}.`;
  const texts = cron.split(/[ \t]+/).filter((text) => text !== '');
  const [minute, hour, dayOfMonth, month, dayOfWeek] = texts;
  if (
    texts.length !== 5 ||
    minute === undefined ||
    hour === undefined ||
    dayOfMonth === undefined ||
    month === undefined ||
    dayOfWeek === undefined
  ) {
    return notFiveFields(cron, texts.length);
  }
  const minutes = readCronField(minute, MINUTE);
  if (typeof minutes === 'string') return minutes;
  const hours = readCronField(hour, HOUR);
  if (typeof hours === 'string') return hours;
  const daysOfMonth = readCronField(dayOfMonth, DAY_OF_MONTH);
  if (typeof daysOfMonth === 'string') return daysOfMonth;
  const months = readCronField(month, MONTH);
  if (typeof months === 'string') return months;
  const weekdays = readCronField(dayOfWeek, DAY_OF_WEEK);
  if (typeof weekdays === 'string') return weekdays;
  return {
    minutes,
    hours,
    daysOfMonth,
    months,
    daysOfWeek: [...new Set(weekdays.map((day) => day % 7))].sort((a, b) => a - b),
    minuteStar: minute.startsWith('*'),
    hourStar: hour.startsWith('*'),
    dayOfMonthStar: dayOfMonth.startsWith('*'),
    dayOfWeekStar: dayOfWeek.startsWith('*'),
  };
}

/** The text itself stays out of the sentence: it may be a whole crontab line with a command and its secrets. */
function notFiveFields(cron: string, count: number): string {
  const rule = 'cron must have five fields: minute, hour, day of month, month and day of week';
  return cron.trimStart().startsWith('@')
    ? `${rule}; nicknames such as @daily are not supported here.`
    : `${rule}; got ${count}.`;
}
