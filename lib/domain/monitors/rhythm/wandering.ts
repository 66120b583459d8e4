import { MINUTE_MS } from '../../calendar.ts';
import { parseCron, type CronFields } from '../../schedule/parse-cron.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import type { Slot } from './answers.ts';

/** Whether answers to a schedule are no chance. `unseen`: more runs may make them certain; `none`: they speak against it. */
export type Conviction = 'full' | 'unseen' | 'none';

/** Below this the times of runs wander instead of scattering around a time of day (von Neumann's ratio, 2 by chance). */
const WANDERING = 0.8;
const WANDERING_SURELY = 0.4;
const FEW = 15;
/** A trend of times that chance has once in a hundred histories or less often. */
const TREND = 2.7;
const TREND_SURELY = 0.95;
const GROUPED_TIMES_MAX = 6;
/** Spread of times within which nobody can tell: a wait of ten minutes pushes its runs back by less than a second each. */
const SHARP_MS = 50;
/** Two lines of a crontab lie so far apart as a rule, and never nearer than any grace makes good; means so many errors apart are no chance. */
const LINES_APART_MS = 15 * MINUTE_MS;
const LINES_NEAREST_MS = 5 * MINUTE_MS;
const errorsApart = (times: number) => 1.4 + 0.22 * times;
const RUNS_OF_MINUTE = 5;

/** Whether runs keep their times: `full` where they scatter, `none` where they surely wander. Each time of day by itself. */
export function wanderingOf(slots: readonly Slot[], { cron }: Schedule): Conviction {
  const fields = parseCron(cron);
  const answered = slots.flatMap(({ at, runs: [first] }, place) => (first ? [{ place, ms: first.beganAt - at }] : [])); // prettier-ignore
  const times = fields === null ? 1 : timesOf(fields, answered.length);
  const late = answered.map(({ ms }) => ms);
  if (Math.max(...late) - Math.min(...late) < SHARP_MS) return 'full';
  const groups = Array.from({ length: times }, (_, first) =>
    answered.flatMap(({ place, ms }) => (place % times === first ? [ms] : [])),
  );
  const means = groups.map(meanOf);
  let [steps, spread] = [0, 0];
  for (const [place, group] of groups.entries()) {
    spread += group.reduce((sum, ms) => sum + (ms - (means[place] ?? 0)) ** 2, 0);
    steps += group.slice(1).reduce((sum, ms, place) => sum + (ms - (group[place] ?? ms)) ** 2, 0);
  }
  const ratio = steps / spread;
  const trend = Math.abs(trendOf(answered.map(({ place, ms }) => ms - (means[place % times] ?? 0))));
  if (late.length >= FEW && (ratio < WANDERING_SURELY || trend > TREND_SURELY)) return 'none';
  const isTrend = trend > TREND / Math.sqrt(late.length) || risesAllAlong(late);
  const errorMs = Math.sqrt((spread / Math.max(1, late.length - times)) * ((2 * times) / late.length));
  // Hours of one step are written as one line; other hours may be two until their scatter excludes it.
  const isToExclude = late.length < FEW || !cron.includes('/');
  if (fields?.minutes.length === 1 && mayBeLines(means, errorMs, isToExclude)) return 'unseen';
  return isTrend || ratio < (late.length < FEW ? WANDERING_SURELY : WANDERING) ? 'unseen' : 'full';
}

/** Whether each value lies behind the one before: of five once in 120 histories by chance, and always of what waits. */
function risesAllAlong(values: readonly number[]): boolean {
  return values.every((value, place) => place === 0 || value >= (values[place - 1] ?? value));
}

/** Whether times of day may lie at minutes of their own, so that two lines call one URL: they do, or too little was seen to exclude it. */
function mayBeLines(means: readonly number[], errorMs: number, isToExclude: boolean): boolean {
  if (means.length < 2) return false;
  const apartMs = Math.max(...means) - Math.min(...means);
  const chanceMs = errorsApart(means.length) * errorMs;
  const mostMs = apartMs + chanceMs;
  return apartMs > chanceMs ? mostMs > LINES_NEAREST_MS : isToExclude && mostMs > LINES_APART_MS;
}

/** Whether values rise or fall all along by more than chance has it. */
export function hasTrend(values: readonly number[]): boolean {
  return Math.abs(trendOf(values)) > TREND / Math.sqrt(values.length);
}

/** How much values rise or fall all along: 1 or -1 on a straight line, 0 of chance. */
function trendOf(values: readonly number[]): number {
  const [mean, middle] = [meanOf(values), (values.length - 1) / 2];
  const sum = (of: (value: number, place: number) => number) =>
    values.reduce((total, value, place) => total + of(value, place), 0);
  const both = sum((value, place) => (value - mean) * (place - middle));
  return both / Math.sqrt(sum((value) => (value - mean) ** 2) * sum((_, place) => (place - middle) ** 2));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** How many times a day, or minutes of each hour that enough runs have shown, are told apart. */
function timesOf({ minutes, hours }: CronFields, runs: number): number {
  const all = minutes.length * (hours.length === 24 ? 1 : hours.length);
  const times = all <= GROUPED_TIMES_MAX ? all : minutes.length;
  const isShown = minutes.length === 1 || runs >= RUNS_OF_MINUTE * times;
  return times <= GROUPED_TIMES_MAX && isShown ? times : 1;
}
