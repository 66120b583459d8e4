import type { Untold } from '../../lib/data/alerts/consents.ts';
import { unlessRefused } from '../../lib/data/items.ts';
import { monitorPage } from '../../lib/data/monitors/monitor-pages.ts';
import { getMonitor, replaceMonitor } from '../../lib/data/monitors/monitors.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { AlertChannel, Monitor } from '../../lib/domain/monitors/monitor.ts';
import { realertNow } from '../../lib/domain/monitors/realert.ts';
import { sideBySide } from '../../lib/flows/concurrently.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { checkMonitor } from './check-monitor.ts';
import { LOGGED_MAX, type CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';

/** Told side by side: several thousand take seconds. */
const AT_ONCE = 8;
/** Well before the next check. */
const LOOK_AGAIN_MS = (LIMITS.checkEverySec * 1000) / 2;
/** Looked at in one pass; the next check goes on behind them. */
const PASS_MAX = 5_000;

/** Which monitors have something to tell that was not heard. */
export interface Waiting {
  /** By the monitor alone. */
  mayWait(monitor: Monitor): boolean;
  /** By its ledger as well. Throws while it cannot be known yet. */
  isUnheard(monitor: Monitor, now: Instant): Promise<boolean>;
}

/** Open incidents that are owed to somebody who may hear of them since an answer or a change. */
export interface Owed {
  spaceIds: readonly string[];
  waiting: Waiting;
  /** The channel that tells them. */
  channel: AlertChannel;
  /** How far they are told; null at the beginning. */
  untold: Untold | null;
  /** Until when what fails is gone through again; later it is told again by its repeat gap. */
  triedUntil: Instant;
  /** Not before this instant is it all told: checks may be under way that do not know yet who hears. */
  openUntil: Instant;
  /** Notes how far it came; null when all is told. Throws `WriteConflict` where what is owed is other by now. */
  note(untold: (Untold & { dueAt: Instant }) | null): Promise<void>;
}

/**
 * Tells the incidents that are open, not after the repeat gap. How far it came is noted after each page, so a later check
 * goes on from any crash or lack of time; what fails holds up no other and is tried again.
 */
export async function tellOwed(deps: CheckerDeps, run: CheckRun, owed: Owed): Promise<Outgoing[]> {
  const outgoing: Outgoing[] = [];
  let untold: Untold | null = owed.untold ?? { from: null, again: false };
  for (let seen = 0; untold && seen < PASS_MAX && run.hasTime(); seen += LIMITS.monitorsPageMax) {
    const { monitors, next } = await monitorPage(deps.table, owed.spaceIds, {
      ...(untold.from && { from: untold.from }),
      limit: LIMITS.monitorsPageMax,
      now: run.now,
    });
    const told = await tellEach(deps, run, monitors.filter(owed.waiting.mayWait), owed);
    outgoing.push(...told.outgoing);
    const again: boolean = untold.again || told.failed > 0;
    const isOpen: boolean = run.now < owed.openUntil || (again && run.now < owed.triedUntil);
    // Whoever is told waits no more, so a page may be gone through again.
    if (!told.finished) untold = { from: untold.from, again };
    else if (next) untold = { from: next, again };
    else untold = isOpen ? { from: null, again: false } : null;
    const note = untold && { ...untold, dueAt: run.now + LOOK_AGAIN_MS };
    // Refused where it is other meanwhile: what is owed then is for the next check.
    const isNoted = await unlessRefused(owed.note(note));
    if (!isNoted || !told.finished || next === null) break;
  }
  return outgoing;
}

/** `finished` is false when the time was over before the last. */
async function tellEach(
  deps: CheckerDeps,
  run: CheckRun,
  monitors: readonly Monitor[],
  owed: Owed,
): Promise<{ outgoing: Outgoing[]; failed: number; finished: boolean }> {
  const faults: unknown[] = [];
  let finished = true;
  const outgoing = await sideBySide(monitors, AT_ONCE, async ({ id }) => {
    if (!run.hasTime()) {
      finished = false;
      return [];
    }
    return tell(deps, run, id, owed).catch((error: unknown) => {
      faults.push(error);
      return [];
    });
  });
  for (const fault of faults.slice(0, LOGGED_MAX)) deps.log.error('check_failed', fault);
  if (faults.length > 0) deps.metrics.put({ ChecksFailed: faults.length });
  return { outgoing: outgoing.flat(), failed: faults.length, finished };
}

/** Marked first, so that the next check tells it when this one does not come to that. */
async function tell(deps: CheckerDeps, run: CheckRun, id: string, owed: Owed): Promise<Outgoing[]> {
  const marked = await retryOnConflict(async () => {
    const monitor = await getMonitor(deps.table, id);
    if (!monitor || !(await owed.waiting.isUnheard(monitor, run.now))) return undefined;
    await replaceMonitor(deps.table, monitor, realertNow(monitor, [owed.channel], run.now));
    return getMonitor(deps.table, id);
  });
  return marked ? checkMonitor(deps, run, marked) : [];
}
