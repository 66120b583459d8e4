import { modulo } from './clusters.ts';

/** The hour field of a cron, and how much it says. */
export interface HourText {
  text: string;
  cost: number;
}

/** When runs may be due by the clock, with what that says. */
export interface Times {
  minute: string;
  hour: string;
  cost: number;
  /** The place among the minutes that are likely. */
  place: number;
  /** How many minutes after the scheduled time a local minute since 1970 lies. */
  sinceScheduled: (localMinute: number) => number;
}

export const HOUR_MIN = 60;
export const DAY_MIN = 1_440;
export const ALL_HOURS = { text: '*', cost: 0 };
/** Steps of hours that go into a day, the longest first. */
const HOUR_STEPS = [12, 8, 6, 4, 3, 2];

/** The hours at which runs were due: each, each so many, those from the first to the last, those that were seen. */
export function hoursOf(local: readonly number[], sinceScheduled: Times['sinceScheduled']): HourText[] {
  const hours = new Set(
    local.map((of) => Math.floor(modulo(of - sinceScheduled(of) + 0.01, DAY_MIN) / HOUR_MIN)),
  );
  const seen = [...hours].sort((a, b) => a - b);
  if (seen.length === 24) return [ALL_HOURS];
  return [ALL_HOURS, ...stepsThrough(seen), ...rangeOver(seen), hoursListed(seen)];
}

/** The hours from the first to the last, where a run of some hour was missing. */
export function rangeOver(hours: readonly number[]): HourText[] {
  const [first = 0, last = 0] = [hours[0], hours.at(-1)];
  const isHoled = hours.length > 3 && last - first === hours.length;
  return isHoled ? [{ text: `${first}-${last}`, cost: 1.5 }] : [];
}

/** The hours as they are. */
export function hoursListed(hours: readonly number[]): HourText {
  const text = rangesText(hours);
  return { text, cost: hours.length === 1 ? 0.5 : 1.5 * text.split(',').length };
}

/** Each so many hours, where the hours seen are some of these. */
export function stepsThrough(hours: readonly number[]): HourText[] {
  const [first = 0, ...later] = hours;
  return HOUR_STEPS.filter((step) => later.length > 0 && later.every((hour) => (hour - first) % step === 0))
    .slice(0, 1)
    .map((step) => ({ text: first % step === 0 ? `*/${step}` : `${first % step}-23/${step}`, cost: 0.6 }));
}

/** Values of a field, three neighbours or more by their ends: `1-3,7`. */
export function rangesText(values: readonly number[]): string {
  const spans: number[][] = [];
  for (const value of values) {
    const span = spans.at(-1);
    if (span && value === (span.at(-1) ?? 0) + 1) span.push(value);
    else spans.push([value]);
  }
  return spans
    .flatMap((span) => (span.length < 3 ? span.map(String) : [`${span[0]}-${span.at(-1)}`]))
    .join(',');
}
