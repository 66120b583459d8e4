import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';

/** A time in which pings could not reach us: `to` is null while it lasts. */
export interface BlindWindow {
  from: Instant;
  to: Instant | null;
}

/** What is known, when a check begins, of whether pings could reach us. */
export interface OutageEvidence {
  /** Windows found by earlier checks, oldest first. */
  windows: readonly BlindWindow[];
  /** When these windows were last judged and written, whether or not that check finished; null before the first. */
  judgedAt: Instant | null;
  /** Nothing before this instant is judged: the service was first started, or its clock was moved, then. */
  judgedSince: Instant;
  /** The canary's latest pings, in any order; null when there is no canary to judge by. */
  canaryPingsAt: readonly Instant[] | null;
  /** The newest ping of any monitor that is known; one after the canary fell silent shows that ingest works. */
  newestPingAt: Instant | null;
}

/** The canary pings each minute; three missing are an outage. */
const CANARY_GAP_MS = 3 * 60_000;
const BACK_FIRST_MS = 2 * 60_000;
const KEPT = 20;

/**
 * The blind windows known at `now` (DECISIONS.md "Incidents and alerts" 8): gaps in the canary's pings through the public
 * ingest path. A time without checks is no gap, since pings that arrived then are in the table. The last 20 are kept. A
 * window that has not ended comes last and is kept apart from those it overlaps: the next check may find that it was no
 * outage, and the others must not have taken over its times.
 */
export function blindWindows(evidence: OutageEvidence, now: Instant): BlindWindow[] {
  const found = [...evidence.windows.filter(isOver), ...canaryGaps(evidence, now)];
  const lasting = found.filter((window) => !isOver(window));
  return [...asOne(found.filter(isOver)), ...lasting].slice(-KEPT);
}

/** Joins windows that overlap or touch, oldest first. */
export function asOne(windows: readonly BlindWindow[]): BlindWindow[] {
  const result: BlindWindow[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && (last.to === null || window.from <= last.to)) {
      const to = last.to === null || window.to === null ? null : Math.max(last.to, window.to);
      result[result.length - 1] = { from: last.from, to };
    } else result.push({ ...window });
  }
  return result;
}

function isOver(window: BlindWindow): boolean {
  return window.to !== null;
}

/** The window that lasts at present, or undefined. */
export function openWindow(windows: readonly BlindWindow[]): BlindWindow | undefined {
  return windows.find((window) => window.to === null);
}

/** The window an instant lies in, or undefined. */
export function windowAt(windows: readonly BlindWindow[], at: Instant): BlindWindow | undefined {
  return windows.find((window) => at >= window.from && (window.to === null || at <= window.to));
}

/**
 * A silence deadline moved by the length of every window that it falls into. A window that has not ended counts with
 * its length so far, so the deadline stays ahead of it. The move is limited to an hour in all: an outage of ours must
 * not hide a job that is really down.
 */
export function movedDeadline(deadlineAt: Instant, windows: readonly BlindWindow[], now: Instant): Instant {
  let movedAt = deadlineAt;
  for (const { from, to } of windows) {
    const endAt = to ?? now;
    if (movedAt >= from && movedAt <= endAt) movedAt += endAt - from;
  }
  return Math.min(movedAt, latestHold(deadlineAt));
}

/** The latest instant until which a silence may be held back. */
export function latestHold(deadlineAt: Instant): Instant {
  return deadlineAt + LIMITS.blindHoldMaxSec * 1000;
}

/** Each gap lies between two pings; the one after the last ping has not ended. */
function canaryGaps(evidence: OutageEvidence, now: Instant): BlindWindow[] {
  if (evidence.canaryPingsAt === null) return [];
  const pingsAt = sinceItRan(evidence, evidence.canaryPingsAt).filter((at) => at <= now);
  const gaps: BlindWindow[] = [];
  for (const [index, pingAt] of pingsAt.entries()) {
    const from = Math.max(pingAt, evidence.judgedSince);
    const to = pingsAt[index + 1] ?? null;
    if ((to ?? now) - from <= CANARY_GAP_MS || isItsOwn(evidence, from, to ?? now)) continue;
    if (to === null || isUnjudged(evidence, to)) gaps.push({ from, to });
  }
  return gaps;
}

/** The canary's pings in order. If none has ever arrived, the canary counts as silent since `judgedSince`. */
function sinceItRan({ judgedSince, windows }: OutageEvidence, canaryPingsAt: readonly Instant[]): Instant[] {
  const pingsAt = canaryPingsAt.toSorted((a, b) => a - b);
  const [first] = pingsAt;
  const hadNone = first === undefined || (openWindow(windows)?.from === judgedSince && judgedSince < first);
  return hadNone ? [judgedSince, ...pingsAt] : pingsAt;
}

/**
 * Only the canary is broken if a job's ping arrived while it was silent. A ping shortly before the end proves nothing,
 * since after an outage the first jobs are back before the canary's next minute. What an earlier check decided of a gap
 * stays.
 */
function isItsOwn(
  { newestPingAt, judgedAt, windows }: OutageEvidence,
  from: Instant,
  endAt: Instant,
): boolean {
  const isHeard =
    newestPingAt !== null && newestPingAt > from + CANARY_GAP_MS / 3 && newestPingAt < endAt - BACK_FIRST_MS;
  const wasJudged = judgedAt !== null && judgedAt > from + CANARY_GAP_MS && judgedAt <= endAt;
  return isHeard || (wasJudged && openWindow(windows)?.from !== from);
}

/**
 * A gap that was over at the last check was judged then, by the pings known then; a newer ping says nothing about it.
 * An open window is judged again: the ping that ended it may not have been visible yet.
 */
function isUnjudged(evidence: OutageEvidence, endedAt: Instant): boolean {
  const lasted = openWindow(evidence.windows);
  return (
    evidence.judgedAt === null ||
    endedAt > evidence.judgedAt ||
    (lasted !== undefined && lasted.from < endedAt)
  );
}
