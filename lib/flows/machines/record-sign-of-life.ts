import { getMonitor, monitorOf, replaceMonitor } from '../../data/monitors/monitors.ts';
import { tryAtOnce } from '../../data/retry-on-conflict.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { isWorthMoving, latestMoveAt, nextMoveAt, SIGN_OF_LIFE } from '../../domain/monitors/watched.ts';
import { boundedWaits, type Waits } from '../../runtime/memory/bounded.ts';
import type { OutageDeps } from '../monitors/detect-outages.ts';
import { afterSignal, writeSignalled } from '../monitors/apply-signal-and-write.ts';

/** With `moves` of its own for each instance of a function. */
export type MoveDeps = OutageDeps & { moves: Waits };

/** Some hundred bytes each. */
const REMEMBERED_MAX = 5_000;
/** Its owner may shorten the tolerance at any time: no reading of the next minute may be left out by what was true before. */
const REMEMBERED_MS = LIMITS.intervalMinSec * 1000;

/** What an instance remembers of the monitors it moved, so that readings that come together cost one read. */
export function watchedMoves(): Waits {
  return boundedWaits({ max: REMEMBERED_MAX, longestMs: REMEMBERED_MS });
}

/**
 * Moves the monitor of a watched device by a sign of life that came at `at`: as a success ping does, but without an
 * event, and not while its last success is younger than five minutes, unless that ends what is wrong or its deadline is
 * near. Does nothing to a monitor that was deleted. Never throws: what fails is logged, and the next sign of life tries again.
 */
export async function moveWatched(deps: MoveDeps, monitorId: string, at: Instant): Promise<void> {
  const { moves, log } = deps;
  if (moves.isWaiting(monitorId, at)) return;
  // Before the read, so that those which come meanwhile do not read too.
  const wait = (until: Instant) => moves.wait(monitorId, Math.min(until, at + REMEMBERED_MS));
  wait(latestMoveAt(at));
  try {
    wait(await move(deps, monitorId, at));
  } catch (error) {
    moves.end(monitorId);
    log.error('watched_not_moved', error);
  }
}

/** Returns when the next sign of life can move it. */
async function move(deps: OutageDeps, monitorId: string, at: Instant): Promise<Instant> {
  const { table } = deps;
  return tryAtOnce(async (conflict) => {
    const before = conflict?.current ? monitorOf(conflict.current) : await getMonitor(table, monitorId);
    if (!before?.active) return latestMoveAt(at);
    const { monitor: after } = await afterSignal(deps, before, SIGN_OF_LIFE, at);
    if (!isWorthMoving(before, after, at)) return nextMoveAt(before, at);
    await (before.watched
      ? writeSignalled(table, { before, after }, SIGN_OF_LIFE.kind)
      : replaceMonitor(table, before, { ...after, watched: true }));
    return nextMoveAt(after, at);
  });
}
