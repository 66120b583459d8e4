import { canaryPings } from '../data/canary.ts';
import { getCheckerState, noteJudgement, type CheckerState } from '../data/checker-state.ts';
import { retryLost } from '../data/retry-lost.ts';
import type { Table } from '../data/table.ts';
import type { Instant } from '../domain/instant.ts';
import { asOne, blindWindows, type BlindWindow } from '../domain/outage/blind-window.ts';
import type { CoreDeps } from '../runtime/deps.ts';
import { allDone } from './all-done.ts';

const MINUTE_MS = 60_000;
/** An hour of the canary's pings: as far back as a window can still move a deadline. */
const PINGS = 60;
/** After an absence of the checker, so many more that an older window is still named truly. */
const PINGS_MAX = 400;

/** What the checker knew of itself, and the blind windows as they are known now. */
export interface ServiceSight {
  state: CheckerState;
  windows: BlindWindow[];
}

/**
 * Judges the blind windows and writes them down, as a check does when it begins. When the canary's pings cannot be
 * read, what was known stays and is judged by the next check: nobody else's alerts wait for that.
 */
export function judgeSight(
  { table, log }: Pick<CoreDeps, 'table' | 'log'>,
  now: Instant,
): Promise<ServiceSight & { judged: boolean }> {
  return retryLost(async () => {
    const state = await getCheckerState(table);
    const absentFor = Math.ceil((now - (state.startedAt ?? now)) / MINUTE_MS);
    const pings = canaryPings(table, now, Math.min(PINGS_MAX, PINGS + absentFor));
    const [read] = await Promise.allSettled([pings]);
    if (read.status === 'rejected') {
      log.error('sight_failed', read.reason);
      return { state, windows: asOne(state.windows), judged: false };
    }
    const windows = windowsOf(state, read.value, now);
    // A check that began later has judged more.
    if ((state.startedAt ?? 0) <= now) {
      const awake = state.awakeSince === null ? { awakeSince: now } : {};
      await noteJudgement(table, state, { startedAt: now, ...awake, windows });
    }
    return { state, windows: asOne(windows), judged: true };
  });
}

/** The same as a check would find it now; writes nothing. */
export async function sightNow(table: Table, now: Instant): Promise<ServiceSight> {
  const [state, canaryPingsAt] = await allDone([getCheckerState(table), canaryPings(table, now, PINGS)]);
  return { state, windows: asOne(windowsOf(state, canaryPingsAt, now)) };
}

function windowsOf(
  { windows, startedAt, awakeSince, newestPingAt }: CheckerState,
  canaryPingsAt: Instant[] | null,
  now: Instant,
): BlindWindow[] {
  const sight = { windows, judgedAt: startedAt, awakeSince: awakeSince ?? now, newestPingAt, canaryPingsAt };
  return blindWindows(sight, now);
}
