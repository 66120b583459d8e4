import { HOUR_MS } from '../../calendar.ts';
import type { Instant } from '../../instant.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import { isZone, offsetMsAt } from '../../schedule/zone.ts';
import { answersOf, type Answers } from './answers.ts';
import { candidatesIn, medianOf, type Candidate } from './candidates.ts';
import { restsOn, type History, type Run } from './history.ts';
import { intervalOf } from './interval.ts';
import type { Alternative, Rhythm, RestsOn, ZoneReason } from './proposal.ts';
import { convictionOf, toleranceFor, RUNS_MIN, tellingSuffix } from './conviction.ts';
import { fittingGraceSec } from './tolerance.ts';

/** A rhythm that the newest runs of a history have. */
export interface FoundRhythm {
  rhythm: Rhythm;
  zone: ZoneReason | null;
  restsOn: RestsOn;
  alternatives: readonly Alternative[];
  /** How the runs answer the schedule; null of an interval. */
  answers: Answers | null;
}

/** More runs than these say no more about a rhythm, and take as much longer to look at. */
const RUNS_MAX = 120;
/** As many must be the newest runs that alone have a rhythm, after a change of it. */
const PART_MIN = 8;
/** Of a zone so many crons are tried, the simplest first. */
const TRIED_MAX = 48;
const ALTERNATIVES_MAX = 12;
const SHARP_MS = 0.8 * HOUR_MS;
/** Zones whose clocks change, the most populous of each rule first. */
const CHANGING_ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Europe/London',
  'America/Chicago',
  'America/Los_Angeles',
  'America/Denver',
  'Australia/Sydney',
  'Pacific/Auckland',
  'America/Santiago',
  'Europe/Kyiv',
];

/** What the runs of a zone allow: a fit, or that a schedule may turn out to fit once more was seen. */
interface Tried {
  fit: Fit | null;
  isPossible: boolean;
  /** Nothing contradicts one that may yet turn out to fit. */
  isPossiblyClean: boolean;
}

interface Fit {
  schedule: Schedule;
  candidate: Candidate;
  answers: Answers;
  cost: number;
}

/**
 * What a job seems to do by its newest runs, or null when that is not certain. `zones` are those that are likely before any
 * other, the likeliest first. Looks at 120 runs at most, at 13 zones, and in each at 48 crons; what does not fit is given up
 * at its second contradiction, so it takes a few milliseconds at most.
 */
export function findRhythm(history: History, zones: readonly string[]): FoundRhythm | null {
  const newest = history.runs.slice(-RUNS_MAX);
  if (newest.length < RUNS_MIN) return null;
  const found = foundIn(newest, history, zones, true);
  if (found !== 'another') return found;
  for (let count = Math.floor(newest.length / 2); count >= PART_MIN; count = Math.floor(count / 2)) {
    const since = foundIn(newest.slice(-count), history, zones, false);
    if (since !== 'another') return since;
  }
  return null;
}

function foundIn(
  runs: readonly Run[],
  history: History,
  zones: readonly string[],
  isWhole: boolean,
): FoundRhythm | 'another' | null {
  const likely = [...new Set([...zones, 'UTC'])].filter(isZone);
  const changed = CHANGING_ZONES.filter((tz) => !likely.includes(tz) && hasChange(tz, runs));
  const tried = [...likely, ...changed].map((tz) => bestIn(tz, runs, history, isWhole));
  const fits = tried.flatMap(({ fit }, place) =>
    fit === null || (place >= likely.length && !isKeptSharply(fit))
      ? []
      : [{ ...fit, cost: fit.cost + zoneCost(place, likely.length) }],
  );
  const [best] = fits.sort((a, b) => a.cost - b.cost);
  if (best === undefined) {
    if (tried.some((each) => each.isPossible)) return null;
    return (isWhole ? intervalFound(runs, history) : null) ?? 'another';
  }
  // What more runs may show speaks against what some of them contradict already.
  if (best.answers.missed > 0 && tried.some((each) => each.isPossiblyClean)) return null;
  const telling = tellingSuffix(best.answers, history);
  const worstSec = Math.max(...telling.lateMs) / 1_000;
  const graceSec = fittingGraceSec(best.schedule, worstSec, history.now);
  if (graceSec === null || telling.runs.length < RUNS_MIN) return null;
  const late = { earliestMs: Math.min(...telling.lateMs), latestMs: Math.max(...telling.lateMs) };
  return {
    rhythm: { by: 'schedule', schedule: best.schedule, graceSec, late, unseen: unseenOf(best, runs) },
    zone: zoneReason(best.schedule.tz, zones, runs),
    restsOn: restsOn(telling.runs),
    alternatives: alternativesOf(best, fits, runs, history).map((alternative) => ({
      ...alternative,
      patch: { ...alternative.patch, grace_sec: graceSec },
    })),
    answers: best.answers,
  };
}

function intervalFound(runs: readonly Run[], history: History): FoundRhythm | null {
  const rhythm = intervalOf(runs, history);
  return rhythm && { rhythm, zone: null, restsOn: restsOn(runs), alternatives: [], answers: null };
}

/** The likely ones stand in the order in which they are likely, others behind them. */
function zoneCost(place: number, likely: number): number {
  return place < likely ? place * 0.2 : 1 + place * 0.05;
}

function bestIn(tz: string, runs: readonly Run[], history: History, isWhole: boolean): Tried {
  const candidates = candidatesIn(tz, runs);
  let best: Fit | null = null;
  let isPossible = false;
  let isPossiblyClean = false;
  for (const candidate of candidates.slice(0, TRIED_MAX)) {
    if (best !== null && best.cost <= costOf(candidate)) break;
    const schedule = { cron: candidate.cron, tz };
    const answers = answersOf(schedule, runs, history, toleranceFor(runs.length, isWhole));
    const conviction = answers === null ? 'none' : convictionOf(schedule, answers, runs);
    if (conviction === 'unseen') {
      isPossible = true;
      if (isOfNoList(candidate) && answers?.missed === 0 && answers.extra === 0) isPossiblyClean = true;
    }
    if (answers === null || conviction !== 'full') continue;
    if (answers.extra > 0 && isOfOtherDays(schedule, answers, runs, history)) continue;
    const cost = costOf(candidate) + 3 * answers.missed + 1.5 * answers.extra;
    if (best === null || cost < best.cost) best = { schedule, candidate, answers, cost };
  }
  return { fit: best, isPossible, isPossiblyClean };
}

function costOf({ cost, minute }: Candidate): number {
  return cost + minute * 0.7;
}

/** Whether its times are simple, so that no missing run has made them. */
function isOfNoList({ cron }: Candidate): boolean {
  return cron.split(' ').slice(0, 2).every((field) => !field.includes(',')); // prettier-ignore
}

/** Whether times of day are kept so well that they would show a clock change that was not followed. */
function isKeptSharply({ answers }: Fit): boolean {
  const late = answers.slots.flatMap(({ at, runs: [first] }) => (first ? [first.beganAt - at] : []));
  return Math.max(...late) - Math.min(...late) < SHARP_MS;
}

/** Whether runs that answer nothing came at the very time on another day: then it is the days that do not fit. */
function isOfOtherDays(
  { cron, tz }: Schedule,
  { extra }: Answers,
  runs: readonly Run[],
  history: History,
): boolean {
  const daily = [...cron.split(' ').slice(0, 2), '*', '*', '*'].join(' ');
  if (daily === cron) return false;
  const answers = answersOf({ cron: daily, tz }, runs, history, { missedMax: Infinity, extraMax: extra });
  return answers !== null && answers.extra < extra;
}

function hasChange(tz: string, runs: readonly Run[]): boolean {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return false;
  const middle = runs[Math.floor(runs.length / 2)] ?? first;
  const offsets = [first, middle, last].map(({ beganAt }) => offsetMsAt(tz, beganAt));
  return new Set(offsets).size > 1;
}

function zoneReason(tz: string, zones: readonly string[], runs: readonly Run[]): ZoneReason {
  if (tz !== 'UTC' && hasChange(tz, runs)) return 'kept_over_clock_change';
  return zones.includes(tz) ? 'zone_of_owner' : 'utc_by_default';
}

/** A rhythm of the day that was looked at for less than one has not shown its night. */
function unseenOf({ schedule }: Fit, runs: readonly Run[]): 'night' | null {
  const spanMs = (runs.at(-1)?.at ?? 0) - (runs[0]?.at ?? 0);
  return schedule.cron.split(' ')[1] === '*' && spanMs < 18 * HOUR_MS ? 'night' : null;
}

/** Whether a schedule means the same in every zone that is whole hours from UTC. */
function isOfNoZone({ cron }: Schedule): boolean {
  return cron.endsWith(' * * * *');
}

function alternativesOf(
  best: Fit,
  fits: readonly Fit[],
  runs: readonly Run[],
  history: History,
): Alternative[] {
  const { schedule, candidate } = best;
  const fitsAs = (cron: string) => {
    const other = { cron, tz: schedule.tz };
    const answers = answersOf(other, runs, history, toleranceFor(runs.length, true));
    return answers !== null && convictionOf(other, answers, runs) === 'full';
  };
  const patchOf = ({ cron, tz }: Schedule) => ({ cron, tz });
  const found: Alternative[] = [];
  const [minute = '', hour = '', ...days] = schedule.cron.split(' ');
  const otherDays = { '* * *': '* * 1-5', '* * 1-5': '* * *' }[days.join(' ')];
  if (otherDays !== undefined) {
    const cron = [minute, hour, otherDays].join(' ');
    if (fitsAs(cron)) found.push({ patch: patchOf({ ...schedule, cron }), untold: 'weekend' });
  }
  for (const { cron, minute: place, cost } of candidatesIn(schedule.tz, runs))
    // prettier-ignore
    if (place > 0 && cost === candidate.cost && cron !== schedule.cron && cron.endsWith(days.join(' ')))
      if (fitsAs(cron)) found.push({ patch: patchOf({ ...schedule, cron }), untold: 'minute' });
  if (isOfNoZone(schedule)) return found;
  for (const fit of zonesBeside(best, fits, runs, history))
    found.push({ patch: patchOf(fit.schedule), untold: 'clock_change' });
  return found.slice(0, ALTERNATIVES_MAX);
}

/** In which other zones the runs keep their time as well, so that only the next clock change will tell. */
function zonesBeside(best: Fit, fits: readonly Fit[], runs: readonly Run[], history: History): Fit[] {
  const others = fits.filter(({ schedule, answers }) => schedule.tz !== best.schedule.tz && answers.missed + answers.extra <= best.answers.missed + best.answers.extra); // prettier-ignore
  const looked = new Set([best.schedule.tz, ...fits.map(({ schedule }) => schedule.tz)]);
  const rest = CHANGING_ZONES.filter((tz) => !looked.has(tz) && !hasChange(tz, runs));
  return [...others, ...rest.flatMap((tz) => bestIn(tz, runs, history, true).fit ?? [])];
}

/** The gaps between runs, oldest first. */
export function gapsOf(instants: readonly Instant[]): number[] {
  return instants.slice(1).map((at, place) => at - (instants[place] ?? at));
}

/** The middle gap between runs. */
export function usualGapMs(runs: readonly Run[]): number {
  return medianOf(gapsOf(runs.map(({ beganAt }) => beganAt)));
}
