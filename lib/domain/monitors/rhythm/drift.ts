import { medianOf } from './clusters.ts';
import { restsOn, type History, type Run } from './history.ts';
import { driftId, type Drift, type DriftKind } from './proposal.ts';

const NEWEST = 7;
const BEFORE_MIN = 14;
const SLOWER_FACTOR = 1.5;
const SLOWER_MIN_MS = 5_000;
const FLAKY_NEWEST = 20;
const FLAKY_MIN = 2;
const FLAKY_MAX_SHARE = 0.5;
const TIMES_MIN = 3;
const TWICE_SHARE = 0.3;
const TWICE_GAP = 0.1;

/** What a job began to do by its history: gets slower, fails now and then, overlaps itself, or runs twice. */
export function driftsOf(history: History): Drift[] {
  return [slower(history), flaky(history), overlaps(history), twice(history)].flatMap((drift) =>
    drift === null ? [] : [drift],
  );
}

function told(what: DriftKind, runs: readonly Run[]) {
  return { id: driftId(what), kind: 'drift', restsOn: restsOn(runs) } as const;
}

/** Its newest runs take half as long again as those before usually took, each longer than three of four of them. */
function slower({ runs }: History): Drift | null {
  const measured = runs.filter(({ durationMs, isFailed }) => durationMs !== null && !isFailed);
  const durations = measured.map(({ durationMs }) => durationMs ?? 0);
  const [before, newest] = [durations.slice(0, -NEWEST), durations.slice(-NEWEST)];
  if (before.length < BEFORE_MIN) return null;
  const [beforeMs, nowMs] = [medianOf(before), medianOf(newest)];
  const usualMax = before.toSorted((a, b) => a - b)[Math.floor(before.length * 0.75)] ?? beforeMs;
  const isSlower = nowMs >= Math.max(beforeMs * SLOWER_FACTOR, beforeMs + SLOWER_MIN_MS) && Math.min(...newest) > usualMax; // prettier-ignore
  return isSlower ? { ...told('slower', measured), what: 'slower', beforeMs, nowMs } : null;
}

/** Some of the newest runs failed, more often than before, and it is not simply broken. */
function flaky({ runs }: History): Drift | null {
  const [before, newest] = [runs.slice(0, -FLAKY_NEWEST), runs.slice(-FLAKY_NEWEST)];
  const failed = newest.filter(({ isFailed }) => isFailed).length;
  const failedBefore = before.filter(({ isFailed }) => isFailed).length;
  if (newest.length < FLAKY_NEWEST || failed < FLAKY_MIN || failed > FLAKY_NEWEST * FLAKY_MAX_SHARE)
    return null;
  // Three failures in a row are one breakdown.
  const turns = newest.filter(
    ({ isFailed }, place) => isFailed && newest[place - 1]?.isFailed !== true,
  ).length;
  const isNew = failed / newest.length >= (2 * failedBefore) / Math.max(1, before.length);
  return turns >= FLAKY_MIN && isNew
    ? { ...told('flaky', newest), what: 'flaky', failed, of: newest.length }
    : null;
}

/** Runs began while the one before had not ended; both with an id of their own. */
function overlaps({ runs, starts }: History): Drift | null {
  const measured = runs.filter(({ durationMs }) => durationMs !== null);
  const begun = starts.filter(({ rid }) => rid !== null).length;
  if (begun < starts.length || measured.length === 0) return null;
  let lastEnd = -Infinity;
  let times = 0;
  for (const run of measured.toSorted((a, b) => a.beganAt - b.beganAt)) {
    if (run.beganAt < lastEnd) times += 1;
    lastEnd = Math.max(lastEnd, run.at);
  }
  return times >= TIMES_MIN ? { ...told('overlaps', measured), what: 'overlaps', times } : null;
}

/** Successes come in pairs, far closer than the runs: two hosts, or two lines of a crontab, do the same job. */
function twice({ runs }: History): Drift | null {
  const good = runs.filter(({ isFailed }) => !isFailed);
  const days = good.map(({ at }) => at).sort((a, b) => a - b);
  const gaps = days.slice(1).map((at, place) => at - (days[place] ?? at));
  const longMs = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.75)] ?? 0;
  const isShort = (ms: number | undefined) => ms !== undefined && ms < longMs * TWICE_GAP;
  const times = gaps.filter((ms, place) => isShort(ms) && !isShort(gaps[place - 1])).length;
  const of = good.length - times;
  return times >= TIMES_MIN && times >= of * TWICE_SHARE
    ? { ...told('twice', good), what: 'twice', times, of }
    : null;
}
