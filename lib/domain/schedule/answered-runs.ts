import type { Instant } from '../instant.ts';
import { earlyWindowMs } from './expected.ts';
import { nextRunAfter } from './next-run.ts';
import type { Schedule } from './schedule.ts';

/** A grace far longer than the gap would let one ping be the late answer to any of many runs. */
const RUNS_WITHIN_GRACE_MAX = 100;

/**
 * The run each ping answers when all are on time and skip no run, or null when they do not. `pingsAt` ascends.
 * A ping answers a run from its early window (DECISIONS.md "Ingest" 7) to `graceSec` after it.
 */
export function answeredRuns(schedule: Schedule, graceSec: number, pingsAt: Instant[]): Instant[] | null {
  const runs: Instant[] = [];
  for (const pingAt of pingsAt) {
    const runAt = answeredRun(schedule, graceSec, pingAt);
    const lastAt = runs.at(-1);
    if (runAt === null) return null;
    if (lastAt !== undefined && nextRunAfter(schedule, lastAt) !== runAt) return null;
    runs.push(runAt);
  }
  return runs;
}

function answeredRun(schedule: Schedule, graceSec: number, pingAt: Instant): Instant | null {
  let lateFor: Instant | null = null;
  let runAt = nextRunAfter(schedule, pingAt - graceSec * 1_000 - 1);
  for (let looked = 0; runAt !== null && runAt <= pingAt; looked += 1) {
    if (looked === RUNS_WITHIN_GRACE_MAX) return null;
    lateFor = runAt;
    runAt = nextRunAfter(schedule, runAt);
  }
  if (runAt !== null && runAt - pingAt <= graceSec * 1_000) {
    const followingAt = nextRunAfter(schedule, runAt);
    if (followingAt !== null && runAt - pingAt <= earlyWindowMs(graceSec, followingAt - runAt)) return runAt;
  }
  return lateFor;
}
