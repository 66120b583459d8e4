import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';

/** A time in which pings could not reach us: `to` is null while it lasts. */
export interface BlindWindow {
  from: Instant;
  to: Instant | null;
}

/** What is known about our own sight when a check begins. */
export interface Sight {
  /** Windows found by earlier checks, oldest first. */
  windows: readonly BlindWindow[];
  /** When these windows were last judged and written, whether or not that check finished; null before the first. */
  judgedAt: Instant | null;
  /** Nothing before this instant is judged: the service was first started, or its clock was moved, then. */
  awakeSince: Instant;
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
 * The blind windows as they are known at `now` (DECISIONS.md "Incidents and alerts" 8): gaps in the canary's pings
 * through the public ingest path. That nobody checked is no gap: what arrived meanwhile is in the table. At most 20 are
 * kept. The one that lasts stands last and apart, even where it overlaps others: what the next check finds of it anew
 * must not take their time with it.
 */
export function blindWindows(sight: Sight, now: Instant): BlindWindow[] {
  const found = [...sight.windows.filter(isOver), ...canaryGaps(sight, now)];
  const lasting = found.filter((window) => !isOver(window));
  return [...asOne(found.filter(isOver)), ...lasting].slice(-KEPT);
}

/** The same windows with those that overlap or touch joined, oldest first. */
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
 * A silence deadline moved by the length of each window it passed in; of a window that lasts, by its length so far, so
 * that it is not over before the window is. Never by more than an hour in all: a job that is really down would be
 * hidden for as long as we are out.
 */
export function movedDeadline(deadlineAt: Instant, windows: readonly BlindWindow[], now: Instant): Instant {
  let movedAt = deadlineAt;
  for (const { from, to } of windows) {
    const endAt = to ?? now;
    if (movedAt >= from && movedAt <= endAt) movedAt += endAt - from;
  }
  return Math.min(movedAt, latestHold(deadlineAt));
}

/** Past it no silence is held, whatever holds it. */
export function latestHold(deadlineAt: Instant): Instant {
  return deadlineAt + LIMITS.blindHoldMaxSec * 1000;
}

/** A gap that ended lies between two pings; the last one lasts. */
function canaryGaps(sight: Sight, now: Instant): BlindWindow[] {
  if (sight.canaryPingsAt === null) return [];
  const pingsAt = sinceItRan(sight, sight.canaryPingsAt).filter((at) => at <= now);
  const gaps: BlindWindow[] = [];
  for (const [index, pingAt] of pingsAt.entries()) {
    const from = Math.max(pingAt, sight.awakeSince);
    const to = pingsAt[index + 1] ?? null;
    if ((to ?? now) - from <= CANARY_GAP_MS || isItsOwn(sight, from, to ?? now)) continue;
    if (to === null || isNews(sight, to)) gaps.push({ from, to });
  }
  return gaps;
}

/** Its pings in order; a canary that had never got through has been silent since we were awake. */
function sinceItRan({ awakeSince, windows }: Sight, canaryPingsAt: readonly Instant[]): Instant[] {
  const pingsAt = canaryPingsAt.toSorted((a, b) => a - b);
  const [first] = pingsAt;
  const hadNone = first === undefined || (openWindow(windows)?.from === awakeSince && awakeSince < first);
  return hadNone ? [awakeSince, ...pingsAt] : pingsAt;
}

/**
 * The canary alone is broken when somebody else got through while it was silent: well before the end, since after an
 * outage the first jobs are back before the canary's next minute. What an earlier check found to be so stays so.
 */
function isItsOwn({ newestPingAt, judgedAt, windows }: Sight, from: Instant, endAt: Instant): boolean {
  const isHeard =
    newestPingAt !== null && newestPingAt > from + CANARY_GAP_MS / 3 && newestPingAt < endAt - BACK_FIRST_MS;
  const wasJudged = judgedAt !== null && judgedAt > from + CANARY_GAP_MS && judgedAt <= endAt;
  return isHeard || (wasJudged && openWindow(windows)?.from !== from);
}

/**
 * A gap that was over at the last check was judged by it, with what was heard then; a newer ping says nothing about
 * the gap any more. Unless it seemed to last: the ping that ended it may not have been visible yet.
 */
function isNews(sight: Sight, endedAt: Instant): boolean {
  const lasted = openWindow(sight.windows);
  return (
    sight.judgedAt === null || endedAt > sight.judgedAt || (lasted !== undefined && lasted.from < endedAt)
  );
}
