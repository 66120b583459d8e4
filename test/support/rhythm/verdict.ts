import type { FoundRhythm } from '../../../lib/domain/monitors/rhythm/find-rhythm.ts';
import { nextRunAfter, nextRuns } from '../../../lib/domain/schedule/next-run.ts';
import type { Schedule } from '../../../lib/domain/schedule/schedule.ts';
import type { Made } from './histories.ts';

/**
 * What a proposal is worth: the truth at every instant of 400 days, the truth among what is named besides, the truth but for
 * minutes that the scatter of the runs hides, nothing, or something else.
 */
export type Verdict = 'right' | 'named' | 'near' | 'silent' | 'wrong';

const DAY = 86_400_000;
const LOOKS = [0, 60, 120, 180, 240, 300, 360, 399];
const RUNS_PER_LOOK = 70;

export function verdictOf(found: FoundRhythm | null, { truth, now, jitterMs }: Made): Verdict {
  if (found === null) return 'silent';
  const { rhythm, alternatives } = found;
  if (rhythm.by === 'interval') {
    const { intervalSec } = truth;
    return intervalSec !== null &&
      rhythm.intervalSec >= intervalSec &&
      rhythm.intervalSec <= 2.2 * intervalSec
      ? 'right'
      : 'wrong';
  }
  const { schedule } = truth;
  // What comes each so long is a schedule too where a cron says it.
  if (schedule === null) {
    const { intervalSec, driftMs = 0 } = truth;
    const runsAYear = intervalSec === null ? Infinity : (365 * 86_400) / intervalSec;
    return isSteady(rhythm.schedule, intervalSec) && runsAYear * driftMs < rhythm.graceSec * 1_000
      ? 'near'
      : 'wrong';
  }
  const named = alternatives.map(({ untold, patch: { cron = '', tz = 'UTC' } }) => ({ untold, cron, tz }));
  // Each doubt is told by itself; what is true may be what two of them allow.
  const weekdays = named
    .find(({ untold }) => untold === 'weekend')
    ?.cron.split(' ')
    .slice(2)
    .join(' ');
  const both =
    weekdays === undefined
      ? []
      : named.map(({ cron, tz }) => ({ cron: [...cron.split(' ').slice(0, 2), weekdays].join(' '), tz }));
  const minutes = named.flatMap(({ untold, cron }) =>
    untold === 'minute' ? (cron.split(' ')[0] ?? []) : [],
  );
  const allowed = [...named, ...both];
  const others = [
    ...allowed,
    ...allowed.flatMap(({ cron, tz }) =>
      minutes.map((minute) => ({ cron: [minute, ...cron.split(' ').slice(1)].join(' '), tz })),
    ),
  ];
  if (isWithin(rhythm.schedule, schedule, now, 0)) return 'right';
  if (others.some((other) => isWithin(other, schedule, now, 0))) return 'named';
  return [rhythm.schedule, ...others].some((each) => isWithin(each, schedule, now, jitterMs + 60_000))
    ? 'near'
    : 'wrong';
}

function isWithin(a: Schedule, b: Schedule, now: number, ms: number): boolean {
  if (a.cron === b.cron && a.tz === b.tz) return true;
  for (const days of LOOKS) {
    let [nextA, nextB] = [nextRunAfter(a, now + days * DAY), nextRunAfter(b, now + days * DAY)];
    // One may have just passed where the other is just to come.
    if (nextA !== null && nextB !== null && ms > 0) {
      if (nextA - nextB > ms) nextB = nextRunAfter(b, nextB);
      else if (nextB - nextA > ms) nextA = nextRunAfter(a, nextA);
    }
    for (let count = 0; count < RUNS_PER_LOOK; count++) {
      if (nextA === null || nextB === null || Math.abs(nextA - nextB) > ms) return false;
      nextA = nextRunAfter(a, nextA);
      nextB = nextRunAfter(b, nextB);
    }
  }
  return true;
}

/** Whether a schedule comes each so long. */
function isSteady(schedule: Schedule, intervalSec: number | null): boolean {
  const at = nextRuns(schedule, Date.UTC(2026, 5, 1), 30);
  return at.slice(1).every((each, place) => each - (at[place] ?? 0) === (intervalSec ?? 0) * 1_000);
}
