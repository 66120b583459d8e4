import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import { scheduleOf } from '../deadline.ts';
import type { Monitor } from '../monitor.ts';
import type { BlindWindow } from '../outage/blind-window.ts';
import { scheduleHintOf } from '../schedule-hint.ts';
import { answersOf } from './answers.ts';
import { RUNS_MIN } from './conviction.ts';
import { driftsOf } from './drift.ts';
import { findRhythm, type FoundRhythm } from './find-rhythm.ts';
import { runLimitProposal, toleranceProposal } from './fit.ts';
import { historyOf, pauseOf, restsOn, type History, type RhythmEvent } from './history.ts';
import { arrivalsUnder, type WatchedTiming } from './past-lateness.ts';
import {
  proposalId,
  type Drift,
  type HintProposal,
  type Proposal,
  type ProposalPatch,
  type RhythmProposal,
  type ToleranceProposal,
} from './proposal.ts';

/** What proposals are made of. */
export interface Looked {
  monitor: Monitor;
  /** Its newest, in any order; 500 are looked at. */
  events: readonly RhythmEvent[];
  /** Outages of ours, and pauses before the last one, which the monitor tells itself. */
  untold: readonly BlindWindow[];
  /** The zone of the owner's profile. */
  ownerTz: string | null;
  /** Ids of what the owner dismissed. */
  dismissed: ReadonlySet<string>;
}

export interface Proposals {
  /** The most useful first; at most one of each kind. */
  proposals: Proposal[];
  drifts: Drift[];
  /** While no schedule is set and too few runs were seen: how many were, of how many. */
  learning: { runs: number; of: number } | null;
}

/** More of what is expected came than this, so the schedule says too little. */
const MORE_OFTEN = 1.5;
const MISFITS_MIN = 2;
const KEPT_RUNS = 30;
const KEPT_BEFORE_MIN = 5;
/** The hint looks at so many of the newest. */
const HINT_RUNS = 5;
/** How much sooner a dead job has to be told for a rhythm to be worth a line. */
const SOONER_MIN_SEC = 300;
const SOONER_SHARE = 0.1;

/**
 * What the history of a monitor speaks for: changes of its settings, each as the patch that makes it, and what its job began to
 * do. Nothing is proposed that is not certain, and nothing that was dismissed. Pure and bounded: at most 500 events, of which 120
 * runs are searched for a rhythm; a few milliseconds.
 */
export function proposalsOf(
  { monitor, events, untold, ownerTz, dismissed }: Looked,
  now: Instant,
): Proposals {
  if (!monitor.active) return { proposals: [], drifts: [], learning: null };
  const history = historyOf(events, [...untold, ...pauseOf(monitor)], now);
  const zones = [ownerTz, monitor.tz].filter((tz) => tz !== null);
  const about = monitor.cron === null ? unscheduled(monitor, history, zones) : scheduled(monitor, events, history, zones); // prettier-ignore
  const proposals = [about, runLimitProposal(monitor, history)].filter((each) => each !== null);
  const isLearning = monitor.cron === null && about === null && history.runs.length < RUNS_MIN;
  return {
    proposals: proposals.filter(({ id }) => !dismissed.has(id)),
    drifts: driftsOf(history).filter(({ id }) => !dismissed.has(id)),
    learning: isLearning ? { runs: history.runs.length, of: RUNS_MIN } : null,
  };
}

function unscheduled(monitor: Monitor, history: History, zones: readonly string[]): Proposal | null {
  const found = findRhythm(history, zones);
  if (found === null || !isBetter(monitor, found, history))
    return toleranceProposal(monitor, history, history.now);
  const { rhythm } = found;
  if (rhythm.by === 'interval' && monitor.intervalSec !== LIMITS.slugIntervalDefaultSec)
    return intervalProposal(monitor, found, history);
  return rhythmProposal('rhythm', found, patchOf(found));
}

/** Whether a rhythm saves false alarms or tells a dead job sooner than the interval that is set. */
function isBetter(monitor: Monitor, { rhythm, restsOn: rests }: FoundRhythm, history: History): boolean {
  const alarms = arrivalsUnder(monitor, history).filter(
    ({ isLate, at }) => isLate && at >= rests.from,
  ).length;
  if (alarms >= MISFITS_MIN) return true;
  const soonerSec = monitor.intervalSec - toldAfterSec(rhythm, rests);
  return soonerSec >= Math.max(SOONER_MIN_SEC, monitor.intervalSec * SOONER_SHARE);
}

/** How long after its last run a dead job is told at the least, by the usual gap of its runs. */
function toldAfterSec(rhythm: FoundRhythm['rhythm'], { runs, from, to }: FoundRhythm['restsOn']): number {
  if (rhythm.by === 'interval') return rhythm.intervalSec;
  return (to - from) / 1_000 / Math.max(1, runs - 1) + rhythm.graceSec;
}

function intervalProposal(
  monitor: Monitor,
  { rhythm, restsOn: rests }: FoundRhythm,
  history: History,
): ToleranceProposal | null {
  if (rhythm.by !== 'interval') return null;
  const [fromSec, toSec] = [monitor.intervalSec, rhythm.intervalSec];
  const patch = { interval_sec: toSec };
  const falseAlarms = arrivalsUnder(monitor, history).filter(({ isLate }) => isLate).length;
  const common = { id: proposalId('interval', patch), kind: 'interval', patch, restsOn: rests, alternatives: [], fromSec, toSec, worstSec: rhythm.gaps.latestMs / 1_000 } as const; // prettier-ignore
  return toSec > fromSec
    ? { ...common, way: 'tight', falseAlarms }
    : { ...common, way: 'loose', soonerSec: fromSec - toSec };
}

function scheduled(
  monitor: Monitor,
  events: readonly RhythmEvent[],
  history: History,
  zones: readonly string[],
): Proposal | null {
  const schedule = scheduleOf(monitor);
  if (schedule === null) return null;
  const hint = hintProposal(monitor, events, history);
  if (hint !== null && !(hint.kind === 'zone' && wasKept(schedule, history))) return hint;
  if (isKept(schedule, history)) return toleranceProposal(monitor, history, history.now);
  const found = findRhythm(history, [schedule.tz, ...zones]);
  if (found?.rhythm.by === 'schedule' && found.answers !== null) {
    const misfits = misfitsOf(monitor, found, history);
    if (misfits !== null) return rhythmProposal(misfits, found, changedPatch(schedule, patchOf(found)));
  }
  return toleranceProposal(monitor, history, history.now);
}

/** Whether the newest runs answer the schedule that is set, however late by its grace. */
function isKept(schedule: Schedule, { runs, untold, now }: History): boolean {
  const newest = runs.slice(-KEPT_RUNS);
  return answersOf(schedule, newest, { untold, now }, { missedMax: 1, extraMax: 1 }) !== null;
}

/** Whether the schedule was answered until lately: then its zone was right, and the job or its clocks have moved. */
function wasKept(schedule: Schedule, { runs, untold }: History): boolean {
  const before = runs.slice(-HINT_RUNS - KEPT_RUNS, -HINT_RUNS);
  const kept = before.slice(0, KEPT_BEFORE_MIN);
  const now = kept.at(-1)?.beganAt ?? 0;
  return kept.length === KEPT_BEFORE_MIN && answersOf(schedule, kept, { untold, now }, { missedMax: 0, extraMax: 0 }) !== null; // prettier-ignore
}

function hintProposal(
  monitor: Monitor,
  events: readonly RhythmEvent[],
  history: History,
): HintProposal | null {
  const hint = scheduleHintOf(monitor, events, history.now);
  if (hint === null) return null;
  const { kind, patch } = hint;
  return { id: proposalId(kind, patch), kind, patch, hint, restsOn: restsOn(history.runs.slice(-RUNS_MIN)), alternatives: [] }; // prettier-ignore
}

/** Whether the runs that a rhythm rests on speak against the schedule that is set: they come late by it, or more often. */
function misfitsOf(
  timing: WatchedTiming,
  found: FoundRhythm,
  history: History,
): 'moved' | 'more_often' | null {
  const { from } = found.restsOn;
  const rests = { ...history, runs: history.runs.filter(({ at }) => at >= from) };
  const arrivals = arrivalsUnder(timing, rests);
  const newestAt = rests.runs.at(-1)?.at ?? 0;
  const late = arrivals.filter(({ isLate }) => isLate).length;
  // A run that is awaited still is the first one that comes early; it is expected again and again.
  const expected = new Set(arrivals.map(({ at, behindMs }) => at - behindMs)).size;
  if (arrivals.length >= MORE_OFTEN * Math.max(1, expected) && newestAt > 0) return 'more_often';
  const early = arrivals.filter(({ behindMs }) => behindMs < 0).length;
  return late >= MISFITS_MIN || early > arrivals.length / 2 ? 'moved' : null;
}

function rhythmProposal(
  kind: RhythmProposal['kind'],
  { rhythm, zone, restsOn: rests, alternatives }: FoundRhythm,
  patch: ProposalPatch,
): RhythmProposal {
  // The grace follows from how late runs come; who does not want the schedule does not want it with another grace.
  const { grace_sec: _follows, ...values } = patch;
  return { id: proposalId(kind, values), kind, patch, rhythm, zone, restsOn: rests, alternatives };
}

function patchOf({ rhythm }: FoundRhythm): ProposalPatch {
  return rhythm.by === 'interval'
    ? { interval_sec: rhythm.intervalSec }
    : { ...rhythm.schedule, grace_sec: rhythm.graceSec };
}

function changedPatch(schedule: Schedule, { cron, tz, ...rest }: ProposalPatch): ProposalPatch {
  return {
    ...(cron !== undefined && cron !== schedule.cron && { cron }),
    ...(tz !== undefined && tz !== schedule.tz && { tz }),
    ...rest,
  };
}
