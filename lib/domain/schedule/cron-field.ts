/** What one field of a cron expression may hold. */
export interface CronFieldRule {
  name: 'minute' | 'hour' | 'day of month' | 'month' | 'day of week';
  min: number;
  max: number;
  /** Names in lower case; the first stands for `min`. */
  names: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export const MINUTE: CronFieldRule = { name: 'minute', min: 0, max: 59, names: [] };
export const HOUR: CronFieldRule = { name: 'hour', min: 0, max: 23, names: [] };
export const DAY_OF_MONTH: CronFieldRule = { name: 'day of month', min: 1, max: 31, names: [] };
export const MONTH: CronFieldRule = { name: 'month', min: 1, max: 12, names: MONTHS };
/** 7 is Sunday as well; the reader of the whole expression folds it into 0. */
export const DAY_OF_WEEK: CronFieldRule = { name: 'day of week', min: 0, max: 7, names: DAYS };

const ITEM = /^(?:(?<star>\*)|(?<from>[0-9a-z]+)(?:-(?<to>[0-9a-z]+))?)(?:\/(?<step>[0-9]+))?$/i;
const SHOWN_MAX_CHARS = 40;
/** Longer numbers overflow in cron itself. */
const DIGITS_MAX = 9;

/**
 * Reads one field: a list of `*`, numbers, names and ranges, the first and the last with an optional step.
 * Returns every value it names, ascending and once, or the sentence that says what is wrong with it.
 */
export function readCronField(text: string, rule: CronFieldRule): number[] | string {
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const problem = addItem(values, item, rule);
    if (problem !== null) return problem;
  }
  return [...values].sort((a, b) => a - b);
}

function addItem(values: Set<number>, item: string, rule: CronFieldRule): string | null {
  const where = `the ${rule.name} field of cron`;
  if (item === '') return `A list in ${where} must not have an empty item.`;
  const shown = item.slice(0, SHOWN_MAX_CHARS);
  const parts = ITEM.exec(item)?.groups;
  if (parts === undefined) return `${notUnderstood(shown, where, rule)}.`;
  const { star, from = '', to, step } = parts;
  if (star === undefined && to === undefined && step !== undefined) {
    return `A step in ${where} needs "*" or a range before it; got "${shown}".`;
  }
  const every = step === undefined ? 1 : numberOf(step);
  if (every === null || every === 0) return `A step in ${where} must be at least 1; got "${shown}".`;
  const first = star === undefined ? valueOf(from, rule) : rule.min;
  const last = star === undefined ? valueOf(to ?? from, rule) : rule.max;
  if (first === null || last === null) return `${notUnderstood(shown, where, rule)}.`;
  if (Math.min(first, last) < rule.min || Math.max(first, last) > rule.max) {
    return `A value in ${where} must be ${rule.min} to ${rule.max}; got "${shown}".`;
  }
  if (first > last) return `A range in ${where} must not run backwards; got "${shown}".`;
  for (let value = first; value <= last; value += every) values.add(value);
  return null;
}

function notUnderstood(shown: string, where: string, rule: CronFieldRule): string {
  const named = rule.names.length === 0 ? '' : ` or names ${rule.names[0]} to ${rule.names.at(-1)}`;
  return `${where[0]?.toUpperCase()}${where.slice(1)} takes "*", numbers ${rule.min} to ${rule.max}${named}, ranges, lists and steps; got "${shown}"`;
}

function valueOf(text: string, rule: CronFieldRule): number | null {
  const index = rule.names.indexOf(text.toLowerCase());
  return index === -1 ? numberOf(text) : index + rule.min;
}

function numberOf(text: string): number | null {
  return /^[0-9]+$/.test(text) && text.length <= DIGITS_MAX ? Number(text) : null;
}
