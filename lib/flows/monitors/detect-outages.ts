import { MINUTE_MS } from '../../domain/calendar.ts';
import { canaryEvents } from '../../data/monitors/canary.ts';
import { getCheckerState, noteJudgement, type CheckerState } from '../../data/monitors/checker-state.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { WriteConflict, type Table } from '../../data/table.ts';
import type { Instant } from '../../domain/instant.ts';
import { isOverdue } from '../../domain/monitors/deadline.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { asOne, type BlindWindow, type KnownPath } from '../../domain/monitors/outage/blind-window.ts';
import { extendedForOutage, isInDoubt } from '../../domain/monitors/outage/deadline-extension.ts';
import { proofOf } from '../../domain/monitors/outage/proof.ts';
import { pathAt, type OutageEvidence, type PathFound } from '../../domain/monitors/outage/proven-path.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import type { PathAnswer } from './ask-path.ts';

/** Of each name by which jobs reach us: an hour of the canary and the checks, as far back as a window can move a deadline. */
const PROOFS = 75;
/** After the checker was away one a minute more, so that an older window keeps its true times. */
const PROOFS_MAX = 480;
/** How long a judgement serves the pings that come back together. */
const SAME_MS = 5_000;

/** What the checker knew of itself, and how the way of pings is judged now. */
export interface DetectedOutages extends KnownPath {
  state: CheckerState;
  /**
   * False when the canary's pings could not be read, and the windows are those of the last check, or when the judgement
   * could not be written.
   */
  judged: boolean;
}

export type OutageDeps = Pick<CoreDeps, 'table' | 'log'>;

/** Whether an answer may be some seconds behind, and what a check was answered that asked the path itself. */
interface LookOptions {
  consistent: boolean;
  answers: readonly PathAnswer[];
}

/** Nothing is proven: failures are told, and each silence is held for its hour. */
const NOTHING_KNOWN: DetectedOutages = {
  state: {
    startedAt: null,
    finishedAt: null,
    judgedSince: null,
    historyFrom: null,
    openAt: {},
    windows: [],
  },
  windows: [],
  provenAt: 0,
  judged: false,
};

/** Judges the way of pings and writes it down, as a check does when it begins. Never throws. */
export function detectOutages(
  deps: OutageDeps,
  answers: readonly PathAnswer[],
  now: Instant,
): Promise<DetectedOutages> {
  return orNothingKnown(deps, judgeOutages(deps, answers, now));
}

/** The same for a check that goes on with a shard: writes nothing. */
export function outagesMeanwhile(
  deps: OutageDeps,
  answers: readonly PathAnswer[],
  now: Instant,
): Promise<DetectedOutages> {
  return orNothingKnown(deps, outagesNow(deps, now, answers));
}

/** One item that cannot be read or understood must not keep all that is due from being checked. */
async function orNothingKnown(
  { log }: OutageDeps,
  found: Promise<DetectedOutages>,
): Promise<DetectedOutages> {
  try {
    return await found;
  } catch (error) {
    log.error('judgement_not_read', error);
    return NOTHING_KNOWN;
  }
}

function judgeOutages(
  deps: OutageDeps,
  answers: readonly PathAnswer[],
  now: Instant,
): Promise<DetectedOutages> {
  return retryOnConflict(async () => {
    const { found, ...seen } = await look(deps, { consistent: true, answers }, now);
    // A check that began later has judged more.
    if (!found || (seen.state.startedAt ?? 0) > now) return seen;
    const { judgedSince, historyFrom } = seen.state;
    const judgement = {
      startedAt: now,
      windows: found.kept,
      openAt: found.openAt,
      ...(judgedSince === null && { judgedSince: now }),
      ...(historyFrom === null && { historyFrom: now }),
    };
    return { ...seen, judged: await noted(deps, noteJudgement(deps.table, seen.state, judgement)) };
  });
}

/** A judgement that cannot be written still holds for this check; the next one judges again. */
async function noted({ log }: OutageDeps, write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof WriteConflict) throw error;
    log.error('judgement_not_noted', error);
    return false;
  }
}

/** The outages as a check would find them now that was given these answers; writes nothing. */
export async function outagesNow(
  deps: OutageDeps,
  now: Instant,
  answers: readonly PathAnswer[] = [],
): Promise<DetectedOutages> {
  const { found: _, ...seen } = await look(deps, { consistent: answers.length > 0, answers }, now);
  return seen;
}

/**
 * The monitors as a check at `now` would judge them, in the same order. Whatever shows a monitor must not call it late
 * while the check holds its silence back (DECISIONS.md "Incidents" 8). The evidence of outages is read once for all,
 * and only if one of them is silent without having been told so.
 */
export async function judgedNow(
  deps: OutageDeps,
  monitors: readonly Monitor[],
  now: Instant,
): Promise<readonly Monitor[]> {
  if (!monitors.some((monitor) => isInDoubt(monitor, now))) return monitors;
  const path = await outagesNow(deps, now);
  return monitors.map((monitor) => extendedForOutage(monitor, path, now).monitor);
}

/**
 * A monitor as a check would judge it now. A ping may arrive after an outage of ours and before the next check: the
 * silence in which it could not reach us is no miss. Reads nothing unless the ping ends a silence that is not counted
 * yet. Never throws: where nothing can be read the monitor is taken as the last check left it.
 */
export async function extendedNow(deps: OutageDeps, monitor: Monitor, now: Instant): Promise<Monitor> {
  if (!isOverdue(monitor, now) || monitor.missCounted) return monitor;
  const windows = await recentWindows(deps, now);
  // The ping itself came through, so only a lost time that is known excuses.
  return windows === null ? monitor : extendedForOutage(monitor, { windows, provenAt: now }, now).monitor;
}

interface Recent {
  at: Instant;
  windows: readonly BlindWindow[] | null;
}

const recents = new WeakMap<Table, Recent>();

/**
 * After an outage every job's first ping asks this: all of them must not read the same items. What was found is kept and
 * not the promise of it: whoever reads it may be ended, and nobody must wait for that.
 */
async function recentWindows(deps: OutageDeps, now: Instant): Promise<Recent['windows']> {
  const known = recents.get(deps.table);
  if (known && known.at <= now && now - known.at < SAME_MS) return known.windows;
  const windows = await windowsOrNull(deps, now);
  recents.set(deps.table, { at: now, windows });
  return windows;
}

async function windowsOrNull(deps: OutageDeps, now: Instant): Promise<Recent['windows']> {
  try {
    return (await look(deps, { consistent: false, answers: [] }, now)).windows;
  } catch (error) {
    deps.log.error('outage_evidence_failed', error);
    return null;
  }
}

/** If the canary's pings cannot be read, alerts do not wait for them. */
async function look(
  { table, log }: OutageDeps,
  { consistent, answers }: LookOptions,
  now: Instant,
): Promise<DetectedOutages & { found: PathFound | null }> {
  const state = await getCheckerState(table, { consistent });
  try {
    const found = pathAt(await evidenceOf(table, state, { consistent, answers }, now), now);
    return { state, windows: found.windows, provenAt: found.provenAt, judged: true, found };
  } catch (error) {
    log.error('outage_evidence_failed', error);
    return { state, windows: asOne(state.windows), provenAt: now, judged: false, found: null };
  }
}

/** The names are those that the check asked; nobody else need know more of them than it did. */
async function evidenceOf(
  table: Table,
  { windows, openAt, judgedSince, startedAt }: CheckerState,
  { consistent, answers }: LookOptions,
  now: Instant,
): Promise<OutageEvidence> {
  const known = answers.length > 0 ? answers.map(({ name }) => name) : Object.keys(openAt);
  const names = known.length > 0 ? known : ['any'];
  const absentFor = Math.ceil((now - (startedAt ?? now)) / MINUTE_MS);
  const limit = names.length * Math.min(PROOFS_MAX, PROOFS + absentFor);
  const events = await canaryEvents(table, { limit, before: now + 1, now, consistent });
  const answered = answers.filter(({ isOpen }) => isOpen);
  return {
    names,
    proofs: events && [
      ...events.map(proofOf),
      ...answered.map(({ name }) => ({ at: now, name, by: 'check' as const })),
    ],
    unanswered: answers.filter(({ isOpen }) => !isOpen).map(({ name }) => name),
    windows,
    openAt,
    judgedSince: judgedSince ?? now,
  };
}
