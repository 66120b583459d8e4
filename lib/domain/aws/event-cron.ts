import { accepted, refused, shown, type Decision } from '../decision.ts';
import type { Instant } from '../instant.ts';
import { readCron } from '../schedule/parse-cron.ts';
import { nextMatchingMinute } from '../schedule/calendar.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { offsetMsAt, offsetSpanAt } from '../schedule/zone.ts';
import { DAY_MS, MINUTE_MS } from '../calendar.ts';

/** What a field of EventBridge may name. */
interface Field {
  name: string;
  min: number;
  max: number;
  names: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MONTH_DAYS = [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MINUTES: Field = { name: 'minutes', min: 0, max: 59, names: [] };
const HOURS: Field = { name: 'hours', min: 0, max: 23, names: [] };
const DAY: Field = { name: 'day of month', min: 1, max: 31, names: [] };
const MONTH: Field = { name: 'month', min: 1, max: 12, names: MONTHS };
const WEEKDAY: Field = { name: 'day of week', min: 1, max: 7, names: DAYS };
const YEAR: Field = { name: 'year', min: 1970, max: 2199, names: [] };
/** Clock changes of so many days are looked at: a day and a change that never met in them are not awaited to. */
const CHANGES_DAYS = 3 * 366;

type Code = 'cron_invalido';
type Read<T> = Decision<T, Code>;
const refuse = (detail: string) => refused<Code>('cron_invalido', detail);

/**
 * A cron expression of EventBridge, six fields without `cron(…)`, as five fields of Debian cron that run in the very same minutes,
 * those of clock changes among them. What five fields cannot say is refused, and nothing is rounded.
 */
export function cronOfEventBridge(expression: string, tz: string, now: Instant): Read<Schedule> {
  const texts = expression.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = ''] = texts;
  if (texts.length !== 6)
    return refuse(`a cron expression of EventBridge has six fields, not ${texts.length}.`);
  if ((day === '?') === (weekday === '?'))
    return refuse('one of day of month and day of week must be "?", and not both.');
  const years = valuesOf(year, YEAR);
  if (!years.ok) return years;
  const isForGood = yearsAfter(years.value, new Date(now).getUTCFullYear());
  if (!isForGood.ok) return isForGood;
  const [minutes, hours, months] = [valuesOf(minute, MINUTES), valuesOf(hour, HOURS), valuesOf(month, MONTH)];
  if (!minutes.ok) return minutes;
  if (!hours.ok) return hours;
  if (!months.ok) return months;
  const days = weekday === '?' ? daysOf(day, months.value) : weekdaysOf(weekday);
  if (!days.ok) return days;
  // A star follows real time where clocks change; EventBridge skips what is skipped, and runs once what is shown twice.
  const isFixed = tz !== 'UTC';
  const time = [spelled(minutes.value, MINUTES, isFixed), spelled(hours.value, HOURS, isFixed)];
  const schedule = {
    cron: [...time, days.value.day, spelled(months.value, MONTH), days.value.weekday].join(' '),
    tz,
  };
  const skipped = skippedRun(schedule, now);
  return skipped === null ? accepted(schedule) : refuse(skipped);
}

/** The fields of days of a cron. */
interface Days {
  day: string;
  weekday: string;
}

function daysOf(text: string, months: readonly number[]): Read<Days> {
  if (text === 'L') {
    const [last, ...others] = new Set(months.map((month) => MONTH_DAYS[month - 1]));
    const isOne = last !== undefined && last !== 0 && others.length === 0;
    return isOne
      ? accepted({ day: String(last), weekday: '*' })
      : refuse('cron has no last day of the month ("L"), because months differ in length.');
  }
  if (/[LW]/i.test(text))
    return refuse(`cron has no ${shown(text)}: neither the last day nor the nearest weekday.`);
  const days = valuesOf(text, DAY);
  return days.ok ? accepted({ day: spelled(days.value, DAY), weekday: '*' }) : days;
}

function weekdaysOf(text: string): Read<Days> {
  if (text.includes('#')) return nthWeekday(text);
  if (/^L$|^[A-Z0-9]+L$/i.test(text))
    return refuse(`cron has no last weekday of the month (${shown(text)}).`);
  const days = valuesOf(text, WEEKDAY);
  if (!days.ok) return days;
  const counted = days.value.map((day) => day - 1);
  return accepted({ day: '*', weekday: spelled(counted, { ...WEEKDAY, min: 0, max: 6 }) });
}

/**
 * `2#1`, the first Monday. Cron joins its day fields by AND where one begins with a star: of days that is possible for the
 * first seven, of weekdays for Sunday.
 */
function nthWeekday(text: string): Read<Days> {
  const [, name = '', count = ''] = /^([A-Z]{3}|[1-7])#([1-5])$/i.exec(text) ?? [];
  const day = valueOf(name, WEEKDAY);
  const nth = Number(count);
  if (day === null) return refuse(`the day of week ${shown(text)} is not understood.`);
  if (nth === 1) return accepted({ day: '*/31,2-7', weekday: String(day - 1) });
  if (day === 1) return accepted({ day: `${nth * 7 - 6}-${Math.min(31, nth * 7)}`, weekday: '*/7' });
  return refuse(
    `cron has no ${shown(text)}, number ${nth} of a weekday in the month: of those it has only the first, and each Sunday.`,
  );
}

/** Cron has no years, so a schedule must run in all of those that are to come. */
function yearsAfter(years: readonly number[], thisYear: number): Read<null> {
  const toCome = years.filter((year) => year >= thisYear);
  const [first, last] = [toCome[0], toCome.at(-1)];
  if (first === undefined || last === undefined) return refuse('its years have passed.');
  if (toCome.length === YEAR.max - thisYear + 1) return accepted(null);
  return refuse(`cron has no years, and this one runs only in some, from ${first} to ${last}.`);
}

/** The values that a field names, ascending. */
function valuesOf(text: string, field: Field): Read<number[]> {
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const range = rangeOf(item, field);
    if (range === null) return refuse(`the ${field.name} ${shown(text)} is not understood.`);
    for (let value = range.from; value <= range.to; value += range.step) values.add(value);
  }
  return accepted([...values].sort((a, b) => a - b));
}

function rangeOf(item: string, field: Field): { from: number; to: number; step: number } | null {
  const [, first = '', last, by] = /^(\*|[A-Z0-9]+)(?:-([A-Z0-9]+))?(?:\/(\d{1,4}))?$/i.exec(item) ?? [];
  const isStar = first === '*';
  const from = isStar ? field.min : valueOf(first, field);
  const until = last === undefined ? (isStar || by !== undefined ? field.max : from) : valueOf(last, field);
  const step = by === undefined ? 1 : Number(by);
  if (from === null || until === null || step === 0 || until < from || (isStar && last !== undefined))
    return null;
  return { from, to: until, step };
}

function valueOf(text: string, { min, max, names }: Field): number | null {
  const named = names.indexOf(text.toUpperCase());
  const value = named >= 0 ? named + min : /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/** Values as a field of cron: ranges where they follow each other, a star for all. */
function spelled(
  values: readonly number[],
  { min, max }: Pick<Field, 'min' | 'max'>,
  isFixed = false,
): string {
  if (values.length === max - min + 1) return isFixed ? `${min}-${max}` : '*';
  const ranges: [number, number][] = [];
  for (const value of values) {
    const last = ranges.at(-1);
    if (last && last[1] === value - 1) last[1] = value;
    else ranges.push([value, value]);
  }
  return ranges
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from},${to}` : `${from}-${to}`))
    .join();
}

/** A run that cron would make up for where clocks are put forward, and EventBridge leaves out; null where there is none. */
function skippedRun({ cron, tz }: Schedule, now: Instant): string | null {
  const fields = readCron(cron);
  if (typeof fields === 'string') return fields;
  if (tz === 'UTC') return null;
  for (let span = offsetSpanAt(tz, now); span.untilAt < now + CHANGES_DAYS * DAY_MS;) {
    const { untilAt, offsetMs } = span;
    span = offsetSpanAt(tz, untilAt);
    const [from, to] = [untilAt + offsetMs, untilAt + offsetMsAt(tz, untilAt)].map((at) => at / MINUTE_MS);
    if (from === undefined || to === undefined || to <= from) continue;
    const missed = nextMatchingMinute(fields, from, to - 1);
    if (missed === null || nextMatchingMinute(fields, to, to) !== null) continue;
    const shownAt = new Date(missed * MINUTE_MS).toISOString().slice(0, 16);
    return `its run at ${shownAt} falls into an hour that ${tz} skips: EventBridge skips it, and cron makes up for it.`;
  }
  return null;
}
