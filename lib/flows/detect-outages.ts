import { canaryPings } from '../data/canary.ts';
import { getCheckerState, noteJudgement, type CheckerState } from '../data/checker-state.ts';
import { retryOnConflict } from '../data/retry-on-conflict.ts';
import { WriteConflict } from '../data/table.ts';
import type { Instant } from '../domain/instant.ts';
import { isOverdue } from '../domain/monitor/deadline.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { asOne, blindWindows, type BlindWindow } from '../domain/outage/blind-window.ts';
import { extendedForOutage, isInDoubt } from '../domain/outage/extended-for-outage.ts';
import type { CoreDeps } from '../runtime/deps.ts';

const MINUTE_MS = 60_000;
/** An hour of the canary's pings: as far back as a window can still move a deadline. */
const PINGS = 60;
/** After the checker was away, that many more, so that an older window keeps its true times. */
const PINGS_MAX = 400;

/** What the checker knew of itself, and the blind windows as they are known now. */
export interface DetectedOutages {
  state: CheckerState;
  windows: BlindWindow[];
  /**
   * False when the canary's pings could not be read, and the windows are those of the last check, or when the judgement
   * could not be written.
   */
  judged: boolean;
}

export type OutageDeps = Pick<CoreDeps, 'table' | 'log'>;

/** Judges the blind windows and writes them down, as a check does when it begins. */
export function detectOutages(deps: OutageDeps, now: Instant): Promise<DetectedOutages> {
  return retryOnConflict(async () => {
    const seen = await look(deps, now);
    const { state, windows, judged } = seen;
    // A check that began later has judged more.
    if (judged && (state.startedAt ?? 0) <= now) {
      const awake = {
        ...(state.judgedSince === null && { judgedSince: now }),
        ...(state.historyFrom === null && { historyFrom: now }),
      };
      const isNoted = await noted(
        deps,
        noteJudgement(deps.table, state, { startedAt: now, ...awake, windows }),
      );
      return { ...seen, windows: asOne(windows), judged: isNoted };
    }
    return { ...seen, windows: asOne(windows) };
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

/** The outages as a check would find them now; writes nothing. */
export async function outagesNow(deps: OutageDeps, now: Instant): Promise<DetectedOutages> {
  const seen = await look(deps, now);
  return { ...seen, windows: asOne(seen.windows) };
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
  const { windows } = await outagesNow(deps, now);
  return monitors.map((monitor) => extendedForOutage(monitor, windows, now).monitor);
}

/**
 * A monitor as a check would judge it now. A ping may arrive after an outage of ours and before the next check: the
 * silence in which it could not reach us is no miss. Reads nothing unless the ping ends a silence that is not counted
 * yet.
 */
export async function extendedNow(deps: OutageDeps, monitor: Monitor, now: Instant): Promise<Monitor> {
  if (!isOverdue(monitor, now) || monitor.missCounted) return monitor;
  const [judged = monitor] = await judgedNow(deps, [monitor], now);
  return judged;
}

/**
 * The windows are not joined yet, as they are stored. If the canary's pings cannot be read, alerts do not wait for
 * them.
 */
async function look({ table, log }: OutageDeps, now: Instant): Promise<DetectedOutages> {
  const state = await getCheckerState(table);
  const absentFor = Math.ceil((now - (state.startedAt ?? now)) / MINUTE_MS);
  try {
    const canaryPingsAt = await canaryPings(table, now, Math.min(PINGS_MAX, PINGS + absentFor));
    const { windows, startedAt: judgedAt, judgedSince, newestPingAt } = state;
    const evidence = { windows, judgedAt, judgedSince: judgedSince ?? now, newestPingAt, canaryPingsAt };
    return { state, windows: blindWindows(evidence, now), judged: true };
  } catch (error) {
    log.error('outage_evidence_failed', error);
    return { state, windows: state.windows, judged: false };
  }
}
