import type { Schedule } from '../../schedule/schedule.ts';
import { offsetMsAt } from '../../schedule/zone.ts';
import { answersOf, type Answers } from './answers.ts';
import { candidatesIn, type Candidate } from './candidates.ts';
import { convictionOf, toleranceFor } from './conviction.ts';
import type { History, Run } from './history.ts';

/** Of a zone so many crons are tried, the simplest first. */
const TRIED_MAX = 48;
/** Zones whose clocks change, the most populous of each rule first. */
export const CHANGING_ZONES = [
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
export interface Tried {
  fit: Fit | null;
  isPossible: boolean;
  /** Nothing contradicts one that may yet turn out to fit. */
  isPossiblyClean: boolean;
}

/** A schedule that runs answer. */
export interface Fit {
  schedule: Schedule;
  candidate: Candidate;
  answers: Answers;
  cost: number;
}

/** The simplest schedule in a zone that runs answer with the least against it. */
export function bestIn(tz: string, runs: readonly Run[], history: History, isWhole: boolean): Tried {
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
    if (answers.extra > 0 && isOfOtherTimes(schedule, answers, runs, history)) continue;
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

/** Whether runs that answer nothing came at the very time on another day, or in another hour: then those do not fit. */
function isOfOtherTimes(
  { cron, tz }: Schedule,
  { extra }: Answers,
  runs: readonly Run[],
  history: History,
): boolean {
  const [minute = '', hour = '', ...days] = cron.split(' ');
  const isOfHours = /[-,]/.test(hour) && !hour.includes('/');
  const others = [[minute, hour, '*', '*', '*'], ...(isOfHours ? [[minute, '*', ...days]] : [])];
  return others.some((fields) => {
    const other = { cron: fields.join(' '), tz };
    const answers = answersOf(other, runs, history, { missedMax: Infinity, extraMax: extra });
    return other.cron !== cron && answers !== null && answers.extra < extra;
  });
}

/** Whether the clocks of a zone were changed while the runs came. */
export function hasChange(tz: string, runs: readonly Run[]): boolean {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return false;
  const middle = runs[Math.floor(runs.length / 2)] ?? first;
  const offsets = [first, middle, last].map(({ beganAt }) => offsetMsAt(tz, beganAt));
  return new Set(offsets).size > 1;
}
