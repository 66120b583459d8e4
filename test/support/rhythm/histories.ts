import type { BlindWindow } from '../../../lib/domain/monitors/outage/blind-window.ts';
import type { RhythmEvent } from '../../../lib/domain/monitors/rhythm/history.ts';
import { nextRunAfter } from '../../../lib/domain/schedule/next-run.ts';
import type { Schedule } from '../../../lib/domain/schedule/schedule.ts';
import { offsetMsAt } from '../../../lib/domain/schedule/zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Chance that can be had again: numbers from 0 to 1 that follow from a seed. */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Zones whose clocks change, by six rules, and one whose clocks do not. */
export const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Kyiv',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Santiago',
  'Australia/Sydney',
  'Pacific/Auckland',
];

/** What a job truly does; `schedule` is null where no one cron says it. */
export interface Truth {
  schedule: Schedule | null;
  intervalSec: number | null;
  /** By so much each run pushes the next one back. */
  driftMs?: number;
}

/** A history with what it was made of. */
export interface Made {
  truth: Truth;
  events: RhythmEvent[];
  untold: BlindWindow[];
  ownerTz: string | null;
  /** At most so long after its time a run began or, where its beginning is not told, ended. */
  jitterMs: number;
  now: number;
}

/** What disturbs a history: a run is missing, some in a row are, pings could not reach us, one comes besides, clocks are changed. */
export const TROUBLES = ['none', 'holidays', 'gap', 'outage', 'by hand', 'clock change'] as const;
export type Trouble = (typeof TROUBLES)[number];

const pick = <T>(chance: Chance, values: readonly T[]): T =>
  values[Math.floor(chance() * values.length)] as T;
const whole = (chance: Chance, from: number, to: number) => from + Math.floor(chance() * (to - from + 1));

/** As people write minutes: half of them full or half hours or quarters, some by fives, some any. */
function minute(chance: Chance): number {
  const kind = chance();
  if (kind < 0.5) return pick(chance, [0, 0, 30, 15, 45]);
  return kind < 0.8 ? whole(chance, 0, 11) * 5 : whole(chance, 0, 59);
}

const FORMS = {
  'every so many minutes': (chance) =>
    `${pick(chance, ['*/2', '*/5', '*/5', '*/10', '*/15', '*/20', '*/30', '3-59/10', '*/7'])} * * * *`,
  'each hour': (chance) => `${minute(chance)} * * * *`,
  'every so many hours': (chance) => `${minute(chance)} */${pick(chance, [2, 3, 4, 6, 8, 12])} * * *`,
  'each day': (chance) => `${minute(chance)} ${whole(chance, 0, 23)} * * *`,
  'on weekdays': (chance) => `${minute(chance)} ${whole(chance, 0, 23)} * * 1-5`,
  'each week': (chance) => `${minute(chance)} ${whole(chance, 0, 23)} * * ${whole(chance, 0, 6)}`,
  'on some days of the week': (chance) =>
    `${minute(chance)} ${whole(chance, 0, 23)} * * ${pick(chance, ['1,3,5', '2,4', '1,4', '0,6', '1-6'])}`,
  'at some hours': (chance) =>
    `${minute(chance)} ${pick(chance, ['2,14', '6,18', '8,12,18', '9,17', '1,4'])} * * *`,
  'at hours of work': (chance) => `${minute(chance)} 9-17 * * 1-5`,
  'on a day of the month': (chance) =>
    `${minute(chance)} ${whole(chance, 0, 23)} ${pick(chance, ['1', '15', '1,15', '28', '5'])} * *`,
} satisfies Record<string, (chance: Chance) => string>;

export type Form =
  | keyof typeof FORMS
  | 'last day of the month'
  | 'two crons'
  | 'after the last run'
  | 'each so long';
export const CRON_FORMS = Object.keys(FORMS) as (keyof typeof FORMS)[];
export const ALL_FORMS: Form[] = [
  ...CRON_FORMS,
  'last day of the month',
  'two crons',
  'after the last run',
  'each so long',
];

/** A history of some runs of a job of a form. */
export function historyOfForm(form: Form, runs: number, chance: Chance, trouble: Trouble = 'none'): Made {
  const tz = chance() < 0.35 ? 'UTC' : pick(chance, ZONES);
  const ownerTz = chance() < 0.5 ? tz : null;
  const startAt = Date.UTC(2025, 0, 1) + Math.floor(chance() * 600 * DAY);
  const plan = planOf(form, tz, startAt, runs, chance, trouble);
  const gaps = plan.at.slice(1).map((at, place) => at - (plan.at[place] ?? at));
  const gapMs = Math.min(...gaps);
  // A grace of more than a day cannot be set, so runs that scatter over more have no schedule.
  const jitterMs = Math.min(12 * HOUR, gapMs * 10 ** (-4 + 3 * chance()));
  const isBegun = chance() < 0.4;
  const lagMs = Math.min(5_000, gapMs / 50);
  const events: RhythmEvent[] = [];
  let drift = 0;
  plan.at.forEach((at, place) => {
    const tookMs = Math.round(chance() * jitterMs);
    const beganAt = at + drift + (isBegun ? Math.round(chance() * lagMs) : 0);
    const rid = `r${place}`;
    if (isBegun) events.push({ kind: 'start', at: beganAt, rid, durationMs: null });
    events.push({
      kind: 'ping',
      at: beganAt + tookMs,
      rid: isBegun ? rid : null,
      durationMs: isBegun ? tookMs : null,
    });
    if (form === 'after the last run') drift += tookMs;
  });
  const troubled = withTrouble(trouble, events, plan.at, gapMs, chance);
  const lastAt = Math.max(...troubled.events.map((event) => event.at));
  const now = lastAt + Math.floor(chance() * Math.min(gapMs * 0.8, 12 * HOUR)) + 1_000;
  const truth = { ...plan.truth, driftMs: drift / runs };
  return { truth, ...troubled, ownerTz, jitterMs: isBegun ? lagMs : jitterMs, now };
}

function planOf(
  form: Form,
  tz: string,
  startAt: number,
  runs: number,
  chance: Chance,
  trouble: Trouble,
): { truth: Truth; at: number[] } {
  if (form === 'after the last run' || form === 'each so long') {
    const intervalSec =
      form === 'after the last run'
        ? pick(chance, [600, 1_800, 3_600, 21_600, 86_400])
        : pick(chance, [5_400, 9_000, 50_400, 129_600]);
    return {
      truth: { schedule: null, intervalSec },
      at: Array.from({ length: runs }, (_, place) => startAt + place * intervalSec * 1_000),
    };
  }
  if (form === 'last day of the month') {
    const at = Array.from({ length: runs }, (_, month) => Date.UTC(2024, month + 1, 0, 3, 30));
    return { truth: { schedule: null, intervalSec: null }, at };
  }
  if (form === 'two crons') {
    const [first, second] = [whole(chance, 0, 9), whole(chance, 10, 22)];
    const each = [`10 ${first} * * *`, `${pick(chance, [25, 40, 55])} ${second} * * *`];
    const at = each
      .flatMap((cron) => runsFrom({ cron, tz }, startAt, Math.ceil(runs / 2)))
      .sort((a, b) => a - b);
    return { truth: { schedule: null, intervalSec: null }, at: at.slice(0, runs) };
  }
  const schedule = { cron: FORMS[form](chance), tz };
  const from = trouble === 'clock change' ? beforeChange(schedule, startAt, runs, chance) : startAt;
  return { truth: { schedule, intervalSec: null }, at: runsFrom(schedule, from, runs) };
}

/** The days on which the clocks of a zone are changed, of one without changes those of Europe. */
function changesOf(tz: string): number[] {
  const days = Array.from({ length: 730 }, (_, day) => Date.UTC(2025, 0, 1) + day * DAY);
  const changes = days.filter((day) => offsetMsAt(tz, day) !== offsetMsAt(tz, day + DAY));
  return changes.length > 0 ? changes : changesOf('Europe/Berlin');
}

/** So long before a clock change of its zone that some of the runs lie on each side of it. */
function beforeChange(schedule: Schedule, startAt: number, runs: number, chance: Chance): number {
  const change = pick(chance, changesOf(schedule.tz));
  const sample = runsFrom(schedule, startAt, runs);
  const spanMs = (sample.at(-1) ?? startAt) - (sample[0] ?? startAt);
  return change - Math.floor(spanMs * (0.3 + 0.4 * chance()));
}

function runsFrom(schedule: Schedule, startAt: number, runs: number): number[] {
  const found: number[] = [];
  for (
    let at = nextRunAfter(schedule, startAt);
    at !== null && found.length < runs;
    at = nextRunAfter(schedule, at)
  )
    found.push(at);
  return found;
}

function withTrouble(
  trouble: Trouble,
  events: RhythmEvent[],
  planned: number[],
  gapMs: number,
  chance: Chance,
): Pick<Made, 'events' | 'untold'> {
  const newestFirst = (some: RhythmEvent[]) => some.toSorted((a, b) => b.at - a.at);
  const place = whole(chance, 2, Math.max(2, planned.length - 3));
  const around = planned[place] ?? 0;
  const without = (from: number, to: number) => events.filter(({ at }) => at < from || at > to);
  if (trouble === 'holidays')
    return { events: newestFirst(without(around - 1_000, around + gapMs * 0.5)), untold: [] };
  if (trouble === 'gap') {
    const last = planned[Math.min(place + whole(chance, 1, 3), planned.length - 3)] ?? around;
    return { events: newestFirst(without(around - 1_000, last + gapMs * 0.5)), untold: [] };
  }
  if (trouble === 'outage') {
    const [from, to] = [around - gapMs * 0.3, around + gapMs * 0.4];
    return { events: newestFirst(without(from, to)), untold: [{ from, to }] };
  }
  if (trouble === 'by hand') {
    const at = around + Math.round(gapMs * (0.3 + 0.4 * chance()));
    const isBegun = events.some(({ kind }) => kind === 'start');
    return {
      events: newestFirst([...events, { kind: 'ping', at, rid: null, durationMs: isBegun ? 1_000 : null }]),
      untold: [],
    };
  }
  return { events: newestFirst(events), untold: [] };
}
