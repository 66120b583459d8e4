import { HOUR_MS } from '../../calendar.ts';
import { isZone } from '../../schedule/zone.ts';
import { alternativesOf } from './alternatives.ts';
import type { Answers } from './answers.ts';
import { bestIn, CHANGING_ZONES, hasChange, type Fit, type Tried } from './best-in-zone.ts';
import { graceOf, isWeekendSeen, RUNS_MIN, tellingSuffix } from './conviction.ts';
import { restsOn, type History, type Run } from './history.ts';
import { intervalOf } from './interval.ts';
import type { Alternative, Rhythm, RestsOn, ZoneReason } from './proposal.ts';

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
const SHARP_MS = 0.8 * HOUR_MS;

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
  const fits = weighed(tried, likely.length, runs);
  const [best] = fits.sort((a, b) => a.cost - b.cost);
  if (best === undefined) {
    if (tried.some((each) => each.isPossible)) return null;
    return (isWhole ? intervalFound(runs, history) : null) ?? 'another';
  }
  // What more runs may show speaks against what some of them contradict already.
  if (best.answers.missed + best.answers.extra > 0 && tried.some((each) => each.isPossiblyClean)) return null;
  if (!isWeekendSeen(best.schedule, best.answers)) return null;
  const telling = tellingSuffix(best.answers, history);
  const graceSec = graceOf(best.schedule, best.answers, history);
  if (graceSec === null || telling.runs.length < RUNS_MIN) return null;
  const late = { earliestMs: Math.min(...telling.lateMs), latestMs: Math.max(...telling.lateMs) };
  return {
    rhythm: { by: 'schedule', schedule: best.schedule, graceSec, late, unseen: unseenOf(best, runs) },
    zone: zoneReason(best.schedule.tz, zones, runs),
    restsOn: restsOn(telling.runs),
    alternatives: alternativesOf(best, fits, runs, history),
    answers: best.answers,
  };
}

/** The fits of zones, of which the first `likely` are so, with what their place costs. Others count where they show a clock change. */
function weighed(tried: readonly Tried[], likely: number, runs: readonly Run[]): Fit[] {
  const fits = tried.flatMap(({ fit }, place) => {
    const isSharp = fit !== null && isKeptSharply(fit);
    if (fit === null || (place >= likely && !isSharp)) return [];
    return [{ ...fit, isSharp, cost: fit.cost + zoneCost(place, likely) }];
  });
  // One run behind a clock change is an hour off in a zone that has none, and may be scatter there.
  const isTold = fits.some(({ isSharp, schedule: { tz } }) => isSharp && hasChange(tz, runs));
  for (const fit of isTold ? fits : []) if (!fit.isSharp) fit.cost += BLURRED_COST;
  return fits;
}

function intervalFound(runs: readonly Run[], history: History): FoundRhythm | null {
  const rhythm = intervalOf(runs, history);
  return rhythm && { rhythm, zone: null, restsOn: restsOn(runs), alternatives: [], answers: null };
}

/** More than the last of the zones costs. */
const BLURRED_COST = 2;

/** The likely ones stand in the order in which they are likely, others behind them. */
function zoneCost(place: number, likely: number): number {
  return place < likely ? place * 0.2 : 1 + place * 0.05;
}

/** Whether times of day are kept so well that they would show a clock change that was not followed. */
function isKeptSharply({ answers }: Fit): boolean {
  const late = answers.slots.flatMap(({ at, runs: [first] }) => (first ? [first.beganAt - at] : []));
  return Math.max(...late) - Math.min(...late) < SHARP_MS;
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
