import type { Instant } from '../../instant.ts';
import { expectedAfterPing } from '../../schedule/expected.ts';
import { graceSecOf, scheduleOf } from '../deadline.ts';
import type { Monitor } from '../monitor.ts';
import { isUntold, type History } from './history.ts';

/** The settings that say when a monitor is late. */
export type WatchedTiming = Pick<Monitor, 'cron' | 'tz' | 'graceSec' | 'intervalSec'>;

/** A success that came so long after it was expected, or after the one before where an interval is kept. */
export interface PingArrival {
  at: Instant;
  behindMs: number;
  /** It came after its deadline, and nothing but its lateness was wrong: no failure, pause or outage of ours. */
  isLate: boolean;
}

/** How the successes of a history, each after the one before, would have met the deadlines of these settings. */
export function arrivalsUnder(timing: WatchedTiming, { runs, untold }: History): PingArrival[] {
  const schedule = scheduleOf(timing);
  const graceSec = graceSecOf(timing);
  const found: PingArrival[] = [];
  let before: Instant | null = null;
  let isFailing = false;
  for (const { at, isFailed } of runs.toSorted((a, b) => a.at - b.at)) {
    if (isFailed) isFailing = true;
    else {
      const expectedAt: Instant | null =
        before === null ? null : schedule ? expectedAfterPing(schedule, before, graceSec) : before;
      if (before !== null && expectedAt !== null && !isUntold(untold, before, at)) {
        const toleranceMs = (schedule ? graceSec : timing.intervalSec) * 1_000;
        const behindMs = at - expectedAt;
        found.push({ at, behindMs, isLate: !isFailing && behindMs > toleranceMs });
      }
      before = at;
      isFailing = false;
    }
  }
  return found;
}
