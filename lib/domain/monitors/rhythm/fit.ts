import { LIMITS } from '../../limits.ts';
import type { Instant } from '../../instant.ts';
import { graceSecOf, scheduleOf } from '../deadline.ts';
import type { Monitor } from '../monitor.ts';
import { restsOn, type History } from './history.ts';
import { arrivalsUnder, type PingArrival, type WatchedTiming } from './past-lateness.ts';
import { proposalId, type RunLimitProposal, type ToleranceProposal } from './proposal.ts';
import { fittingGraceSec, fittingIntervalSec, roundedUp } from './tolerance.ts';

const FALSE_ALARMS_MIN = 2;
const RUNS_MIN = 10;
/** What is looser than needed is told from so much on, and only where it matters. */
const LOOSE_FACTOR = 2;
const LOOSE_MIN_SEC = 3_600;
/** Gaps of no rhythm may be longer yet. */
const IRREGULAR_ROOM = 2;
const TIGHT_FACTOR = 4;
const DURATION_ROOM = 2;

/** A tolerance that does not fit how the job really runs, too tight or too loose; null where it fits or too little is known. */
export function toleranceProposal(
  monitor: WatchedTiming,
  history: History,
  now: Instant,
): ToleranceProposal | null {
  if (history.runs.length < RUNS_MIN) return null;
  const arrivals = arrivalsUnder(monitor, history);
  const falseAlarms = arrivals.filter(({ isLate }) => isLate).length;
  if (falseAlarms === 1) return null;
  const fitting = fittingSec(monitor, arrivals, falseAlarms > 0, now);
  if (fitting === null) return null;
  const { fromSec, toSec, worstSec } = fitting;
  const name = monitor.cron === null ? 'interval' : 'grace';
  const patch = name === 'grace' ? { grace_sec: toSec } : { interval_sec: toSec };
  const common = { id: proposalId(name, patch), kind: name, patch, fromSec, toSec, worstSec, restsOn: restsOn(history.runs), alternatives: [] } as const; // prettier-ignore
  if (falseAlarms >= FALSE_ALARMS_MIN) {
    const still = arrivalsUnder(withTolerance(monitor, toSec), history).filter(({ isLate }) => isLate).length;
    return toSec > fromSec && still <= 1
      ? { ...common, way: 'tight', falseAlarms: falseAlarms - still }
      : null;
  }
  const isLoose = fromSec >= toSec * LOOSE_FACTOR && fromSec - toSec >= LOOSE_MIN_SEC;
  return isLoose ? { ...common, way: 'loose', soonerSec: fromSec - toSec } : null;
}

function withTolerance(timing: WatchedTiming, sec: number): WatchedTiming {
  return timing.cron === null ? { ...timing, intervalSec: sec } : { ...timing, graceSec: sec };
}

function fittingSec(
  monitor: WatchedTiming,
  arrivals: readonly PingArrival[],
  isTight: boolean,
  now: Instant,
): { fromSec: number; toSec: number; worstSec: number } | null {
  const schedule = scheduleOf(monitor);
  const behind = arrivals.map(({ behindMs }) => behindMs / 1_000).sort((a, b) => a - b);
  if (behind.length < RUNS_MIN - 1) return null;
  if (schedule === null) {
    const worstSec = behind.at(-1) ?? 0;
    const fromSec = monitor.intervalSec;
    const toSec = isTight ? fittingIntervalSec(worstSec) : roundedUp(Math.max(LIMITS.freeIntervalMinSec, worstSec * IRREGULAR_ROOM)); // prettier-ignore
    return isTight && worstSec > fromSec * TIGHT_FACTOR ? null : { fromSec, toSec, worstSec };
  }
  // Once a run was missed altogether; a grace is not for that.
  const gapSec = monitor.intervalSec;
  const late = behind.filter((sec) => sec < gapSec / 2);
  if (late.length < behind.length - 1) return null;
  const worstSec = Math.max(0, late.at(-1) ?? 0);
  const toSec = fittingGraceSec(schedule, worstSec, now);
  return toSec === null ? null : { fromSec: graceSecOf(monitor), toSec, worstSec };
}

/** A limit for runs whose durations are known: twice the longest. Also where the limit that is set was passed by runs that ended well. */
export function runLimitProposal(
  { maxDurationSec }: Pick<Monitor, 'maxDurationSec'>,
  { runs }: History,
): RunLimitProposal | null {
  const measured = runs.filter(({ durationMs, isFailed }) => durationMs !== null && !isFailed);
  if (measured.length < RUNS_MIN) return null;
  const longestSec = Math.max(...measured.map(({ durationMs }) => durationMs ?? 0)) / 1_000;
  const passed = measured.filter(({ durationMs }) => (durationMs ?? 0) > (maxDurationSec ?? Infinity) * 1_000).length; // prettier-ignore
  const toSec = Math.max(300, roundedUp(longestSec * DURATION_ROOM));
  if (toSec > LIMITS.maxDurationMaxSec || (maxDurationSec !== null && passed < FALSE_ALARMS_MIN)) return null;
  const patch = { max_duration_sec: toSec };
  return {
    id: proposalId('run_limit', patch),
    kind: 'run_limit',
    patch,
    fromSec: maxDurationSec,
    toSec,
    longestSec,
    restsOn: restsOn(measured),
    alternatives: [],
  };
}
