import { DAY_MS, MINUTE_MS } from '../../calendar.ts';
import { offsetMsAt } from '../../schedule/zone.ts';
import { anchorsOf, clustersOn, EARLY_MIN, modulo, type Cluster } from './clusters.ts';
import type { Run } from './history.ts';

const HOUR_MIN = 60;
const DAY_MIN = 1_440;
/** Distances in minutes at which times of day fall apart into several: a fit is tried for each. */
const APARTS = [5, 12, 35, 70, 140, 280];
const TIMES_MAX = 12;
const MINUTES_MAX = 6;
/** A time that one run alone has shown is a run by hand among so many. */
const HAND_MIN_RUNS = 8;
const ALL_HOURS = { text: '*', cost: 0 };
const LISTED_DAYS_MAX = 3;
/** Steps of hours that go into a day, the longest first. */
const HOUR_STEPS = [12, 8, 6, 4, 3, 2];
const BY_CHANCE = 4;
const TIGHT = 6;
const HELD_SHARE = 0.85;

/** A cron that may be the rhythm of some runs, and how much it says: among those that fit the least is taken. */
export interface Candidate {
  cron: string;
  cost: number;
  /** The place among the minutes that are likely. */
  minute: number;
}

interface HourText {
  text: string;
  cost: number;
}

interface Times {
  minute: string;
  hour: string;
  cost: number;
  place: number;
  /** How many minutes after the scheduled time a local minute since 1970 lies. */
  sinceScheduled: (localMinute: number) => number;
}

/** The crons that runs suggest in a zone, simple ones first; at most some dozens. */
export function candidatesIn(tz: string, runs: readonly Run[]): Candidate[] {
  const local = runs.map(({ beganAt }) => (beganAt + offsetMsAt(tz, beganAt)) / MINUTE_MS);
  const isBegun = runs.some(({ at, beganAt }) => at !== beganAt);
  const gaps = local.slice(1).map((minute, place) => minute - (local[place] ?? minute));
  const gap = medianOf(gaps);
  const times = [
    ...(gap < 50 ? everyMinutes(local, gap, isBegun) : []),
    ...minutesOfHours(local, isBegun),
    ...timesOfDay(local, isBegun),
  ];
  const found = new Map<string, Candidate>();
  for (const each of times)
    for (const days of daysOf(local, each)) {
      const cron = `${each.minute} ${each.hour} ${days.text}`;
      if (!found.has(cron)) found.set(cron, { cron, cost: each.cost + days.cost, minute: each.place });
    }
  return [...found.values()].sort((a, b) => a.cost - b.cost || a.minute - b.minute);
}

/** Each so many minutes: of a step that divides the hour with what it is shifted by, of another from the full hour on. */
function everyMinutes(local: readonly number[], gap: number, isBegun: boolean): Times[] {
  const step = Math.max(1, Math.round(gap));
  const isEven = HOUR_MIN % step === 0;
  const [cluster] = widest(clustersOn(step, local, step * 0.25));
  if (isEven && cluster === undefined) return [];
  const anchors = isEven && cluster ? anchorsOf(cluster, isBegun, step * 0.5) : [0];
  return anchors.flatMap((anchor, place) => {
    const shift = isEven ? modulo(anchor, step) : 0;
    const minute = step === 1 ? '*' : shift === 0 ? `*/${step}` : `${shift}-59/${step}`;
    const sinceScheduled = (of: number) => (isEven ? modulo(of - shift, step) : modulo(of, HOUR_MIN) % step);
    return hoursOf(local, sinceScheduled).map((hour) => ({
      minute,
      hour: hour.text,
      cost: 0.5 + hour.cost,
      place,
      sinceScheduled,
    }));
  });
}

/** Some minutes of each hour, or of some hours. */
function minutesOfHours(local: readonly number[], isBegun: boolean): Times[] {
  const clusters = withoutHand(clustersOn(HOUR_MIN, local, APARTS[0] ?? 0), local.length);
  if (clusters.length > MINUTES_MAX || clusters.some(({ width }) => width > 20)) return [];
  const choices = clusters.map((cluster) => anchorsOf(cluster, isBegun, 20));
  return [0, 1].flatMap((place) => {
    if (place > 0 && choices.every((anchors) => anchors[place] === undefined)) return [];
    const minutes = choices.map((anchors) => modulo(anchors[place] ?? anchors[0] ?? 0, HOUR_MIN));
    const sorted = [...new Set(minutes)].sort((a, b) => a - b);
    const sinceScheduled = (of: number) =>
      Math.min(...sorted.map((minute) => modulo(of + EARLY_MIN - minute, HOUR_MIN))) - EARLY_MIN;
    // Of one minute the times of day are looked for each by itself.
    const hours = sorted.length === 1 ? [ALL_HOURS] : hoursOf(local, sinceScheduled);
    return hours.map((hour) => ({
      minute: sorted.join(','),
      hour: hour.text,
      cost: sorted.length + hour.cost,
      place,
      sinceScheduled,
    }));
  });
}

/** One minute of some hours, which runs may pass by far. */
function timesOfDay(local: readonly number[], isBegun: boolean): Times[] {
  const sortings = new Map<string, Cluster[]>();
  for (const apart of APARTS) {
    const clusters = withoutHand(clustersOn(DAY_MIN, local, apart), local.length);
    const held = clusters.reduce((sum, { count }) => sum + count, 0);
    const key = `${clusters.length} ${held}`;
    if (clusters.length <= TIMES_MAX && !sortings.has(key)) sortings.set(key, clusters);
    // Wider ones would take runs by hand for late ones.
    if (held >= local.length * HELD_SHARE && isTight(clusters, local.length)) break;
  }
  return [...sortings.values()].flatMap((clusters) => timesOf(clusters, isBegun));
}

/** Whether times of day lie so far apart, for how far they scatter, that they are surely several. */
function isTight(clusters: readonly Cluster[], runs: number): boolean {
  const width = Math.max(...clusters.map((cluster) => cluster.width));
  const apart = clusters.map(({ from }, place) => modulo(((clusters[place + 1] ?? clusters[0])?.from ?? 0) - from, DAY_MIN)); // prettier-ignore
  return clusters.length <= runs / 3 && (clusters.length === 1 || Math.min(...apart) > TIGHT * width);
}

function timesOf(clusters: readonly Cluster[], isBegun: boolean): Times[] {
  const width = Math.max(...clusters.map((cluster) => cluster.width));
  const pooled = widest(clustersOn(HOUR_MIN, clusters.map(({ from }) => from), HOUR_MIN / 2))[0]; // prettier-ignore
  // Times that lie at other minutes of their hours are several schedules, and no one cron.
  if (pooled === undefined || !isOneMinute(clusters, width)) return [];
  const isRepeated = clusters.every((cluster) => cluster.count > 1);
  const count = clusters.reduce((sum, cluster) => sum + cluster.count, 0);
  return anchorsOf({ from: pooled.from, width, count }, isBegun).flatMap((anchor, place) => {
    const back = pooled.from - anchor;
    const times = clusters.map(({ from }) => {
      const excess = modulo(from - pooled.from, HOUR_MIN);
      return modulo(Math.round(from - excess - back), DAY_MIN);
    });
    const hours = [...new Set(times.map((time) => Math.floor(time / HOUR_MIN)))].sort((a, b) => a - b);
    const sinceScheduled = (of: number) =>
      Math.min(...times.map((time) => modulo(of + EARLY_MIN - time, DAY_MIN))) - EARLY_MIN;
    // A time that was seen once is taken only where it completes a step.
    const listed = isRepeated || hours.length === 1 ? [...rangeOver(hours), hoursListed(hours)] : [];
    return [...stepsThrough(hours), ...listed].map(({ text, cost }) => ({
      minute: `${modulo(anchor, HOUR_MIN)}`,
      hour: text,
      cost: 0.5 + cost,
      place,
      sinceScheduled,
    }));
  });
}

/** Whether runs at several times of day come at one minute of their hours: the first of each, and the middle, as near as chance has it. */
function isOneMinute(clusters: readonly Cluster[], width: number): boolean {
  const fewest = Math.min(...clusters.map(({ count }) => count));
  const apart = Math.max(1, width * Math.min(2, BY_CHANCE / fewest));
  return [0, 0.5].every((share) => {
    const minutes = clusters.map((cluster) => cluster.from + share * cluster.width);
    const [pooled] = widest(clustersOn(HOUR_MIN, minutes, HOUR_MIN / 2));
    return pooled !== undefined && pooled.count === clusters.length && pooled.width <= apart;
  });
}

function hoursOf(local: readonly number[], sinceScheduled: Times['sinceScheduled']): HourText[] {
  const hours = new Set(
    local.map((of) => Math.floor(modulo(of - sinceScheduled(of) + 0.01, DAY_MIN) / HOUR_MIN)),
  );
  const seen = [...hours].sort((a, b) => a - b);
  if (seen.length === 24) return [ALL_HOURS];
  return [ALL_HOURS, ...stepsThrough(seen), ...rangeOver(seen), hoursListed(seen)];
}

/** The hours from the first to the last, where a run of some hour was missing. */
function rangeOver(hours: readonly number[]): HourText[] {
  const [first = 0, last = 0] = [hours[0], hours.at(-1)];
  const isHoled = hours.length > 3 && last - first === hours.length;
  return isHoled ? [{ text: `${first}-${last}`, cost: 1.5 }] : [];
}

function hoursListed(hours: readonly number[]): HourText {
  const text = rangesText(hours);
  return { text, cost: hours.length === 1 ? 0.5 : 1.5 * text.split(',').length };
}

/** The days on which runs were due: each, those of the working week, those of the week or the month that were seen. */
function daysOf(local: readonly number[], { hour, sinceScheduled }: Times): { text: string; cost: number }[] {
  const days = [...new Set(local.map((of) => Math.floor((of - sinceScheduled(of) + 0.01) / DAY_MIN)))];
  const dates = days.map((day) => new Date(day * DAY_MS));
  const ofWeek = seenOften(dates.map((date) => date.getUTCDay()));
  const ofMonth = seenOften(dates.map((date) => date.getUTCDate()));
  // What runs from some hour to another is run by people at work.
  const isOfWork = /^\d+-\d+$/.test(hour);
  const found = [
    { text: '* * *', cost: isOfWork ? 1 : 0 },
    { text: '* * 1-5', cost: isOfWork ? 0 : 1 },
  ];
  if (ofWeek.length > 0 && ofWeek.length < 7)
    found.push({ text: `* * ${rangesText(ofWeek)}`, cost: 1 + rangesText(ofWeek).split(',').length });
  if (ofMonth.length > 0 && ofMonth.length <= LISTED_DAYS_MAX)
    found.push({ text: `${ofMonth.join(',')} * *`, cost: 2 + ofMonth.length });
  const apart = Math.round(medianOf(days.slice(1).map((day, place) => day - (days[place] ?? day))));
  if (apart >= 2 && apart <= 15 && apart !== 7) found.push({ text: `*/${apart} * *`, cost: 2.5 });
  return found;
}

/** What was seen twice or more, of much; all of little. */
function seenOften(values: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const isMuch = values.length >= HAND_MIN_RUNS;
  return [...counts]
    .flatMap(([value, count]) => (isMuch && count === 1 ? [] : [value]))
    .sort((a, b) => a - b);
}

/** Each so many hours, where the hours seen are some of these. */
function stepsThrough(hours: readonly number[]): HourText[] {
  const [first = 0, ...later] = hours;
  return HOUR_STEPS.filter((step) => later.length > 0 && later.every((hour) => (hour - first) % step === 0))
    .slice(0, 1)
    .map((step) => ({ text: first % step === 0 ? `*/${step}` : `${first % step}-23/${step}`, cost: 0.6 }));
}

function withoutHand(clusters: readonly Cluster[], runs: number): Cluster[] {
  const kept = clusters.filter(({ count }) => count > 1 || runs < HAND_MIN_RUNS);
  return kept.length === 0 ? [...clusters] : kept;
}

function widest(clusters: readonly Cluster[]): Cluster[] {
  return clusters.toSorted((a, b) => b.count - a.count);
}

function rangesText(values: readonly number[]): string {
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

/** The middle of some numbers, the lower one of two; 0 of none. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? 0;
}
