import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import type { OpenRun } from './monitor.ts';

/** Opens a run. The same `rid` again, or none again, replaces the run that carries it (DECISIONS.md "Monitor" 6a). */
export function openRun(runs: OpenRun[], rid: string | null, now: Instant): OpenRun[] {
  const others = runs.filter((run) => run.rid !== rid);
  return [...others, { rid, startedAt: now, alertedAt: null }].slice(-LIMITS.openRunsMax);
}

/**
 * Closes what a signal closes: with a `rid` that run only, without one every open run, measuring the newest.
 * Returns the same array when nothing was open, so that a caller sees that nothing changed.
 */
export function closeRuns(
  runs: OpenRun[],
  rid: string | null,
  now: Instant,
): { runs: OpenRun[]; durationMs: number | null } {
  const closed = rid === null ? runs.at(-1) : runs.find((run) => run.rid === rid);
  if (!closed) return { runs, durationMs: null };
  const left = rid === null ? [] : runs.filter((run) => run !== closed);
  return { runs: left, durationMs: Math.max(0, now - closed.startedAt) };
}
