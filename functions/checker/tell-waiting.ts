import { getConsent, noteUntold, type Consent, type Untold } from '../../lib/data/alerts/consents.ts';
import { spaceIdOf } from '../../lib/data/key-parts.ts';
import { CONSENT_PREFIX, type Key } from '../../lib/data/keys.ts';
import { monitorPage } from '../../lib/data/monitors/monitor-pages.ts';
import { getMonitor, replaceMonitor } from '../../lib/data/monitors/monitors.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { unlessRefused } from '../../lib/data/items.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { realertNow } from '../../lib/domain/monitors/realert.ts';
import { sideBySide } from '../../lib/flows/concurrently.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { checkMonitor } from './check-monitor.ts';
import { LOGGED_MAX, type CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';
import { requeueConsentMail } from './requeue.ts';
import { waitingFor, type Waiting } from './waiting-for.ts';

/** Told side by side: several thousand take seconds. */
const AT_ONCE = 8;
/** Well before the next check. */
const LOOK_AGAIN_MS = (LIMITS.checkEverySec * 1000) / 2;
/** Looked at in one pass; the next check goes on behind them. */
const PASS_MAX = 5_000;
/** What still fails a day later is told again by its repeat gap. */
const TRIED_FOR_MS = 24 * 3_600_000;

/** What is due of a consent: its consent mail, or what waited for an address that has consented since. */
export async function workOffConsent(deps: CheckerDeps, run: CheckRun, key: Key): Promise<Outgoing[]> {
  const consent = await getConsent(deps.table, spaceIdOf(key), key.sk.slice(CONSENT_PREFIX.length));
  if (!consent || consent.dueAt === null || consent.dueAt > run.now) return [];
  return consent.state === 'confirmed'
    ? tellWaiting(deps, run, consent)
    : requeueConsentMail(deps, consent, run.now);
}

/**
 * Tells an address that has consented of the incidents that are open, not after the repeat gap. How far it came is noted after
 * each page, so a later check goes on from any crash or lack of time; what fails holds up no other and is tried again.
 */
async function tellWaiting(deps: CheckerDeps, run: CheckRun, consent: Consent): Promise<Outgoing[]> {
  const waiting = await waitingFor(deps.table, consent);
  const outgoing: Outgoing[] = [];
  let untold: Untold | null = consent.untold ?? { from: null, again: false };
  for (let seen = 0; untold && seen < PASS_MAX && run.hasTime(); seen += LIMITS.monitorsPageMax) {
    const { monitors, next } = await monitorPage(deps.table, [consent.spaceId], {
      ...(untold.from && { from: untold.from }),
      limit: LIMITS.monitorsPageMax,
      now: run.now,
    });
    const told = await tellEach(deps, run, monitors.filter(waiting.mayWait), waiting);
    outgoing.push(...told.outgoing);
    const again: boolean = untold.again || told.failed > 0;
    // Whoever is told waits no more, so a page may be gone through again.
    if (!told.finished) untold = { from: untold.from, again };
    else if (next) untold = { from: next, again };
    else untold = again && run.now < triedUntil(consent) ? { from: null, again: false } : null;
    const note = untold && { ...untold, dueAt: run.now + LOOK_AGAIN_MS };
    // Refused where the address has answered anew meanwhile: what is owed then is for the next check.
    const isNoted = await unlessRefused(noteUntold(deps.table, consent, note));
    if (!isNoted || !told.finished || next === null) break;
  }
  return outgoing;
}

function triedUntil({ answeredAt }: Consent): Instant {
  return (answeredAt ?? 0) + TRIED_FOR_MS;
}

/** `finished` is false when the time was over before the last. */
async function tellEach(
  deps: CheckerDeps,
  run: CheckRun,
  monitors: readonly Monitor[],
  waiting: Waiting,
): Promise<{ outgoing: Outgoing[]; failed: number; finished: boolean }> {
  const faults: unknown[] = [];
  let finished = true;
  const outgoing = await sideBySide(monitors, AT_ONCE, async ({ id }) => {
    if (!run.hasTime()) {
      finished = false;
      return [];
    }
    return tell(deps, run, id, waiting).catch((error: unknown) => {
      faults.push(error);
      return [];
    });
  });
  for (const fault of faults.slice(0, LOGGED_MAX)) deps.log.error('check_failed', fault);
  if (faults.length > 0) deps.metrics.put({ ChecksFailed: faults.length });
  return { outgoing: outgoing.flat(), failed: faults.length, finished };
}

/** Marked first, so that the next check tells it when this one does not come to that. */
async function tell(deps: CheckerDeps, run: CheckRun, id: string, waiting: Waiting): Promise<Outgoing[]> {
  const marked = await retryOnConflict(async () => {
    const monitor = await getMonitor(deps.table, id);
    if (!monitor || !(await waiting.isUnheard(monitor, run.now))) return undefined;
    await replaceMonitor(deps.table, monitor, realertNow(monitor, ['email'], run.now));
    return getMonitor(deps.table, id);
  });
  return marked ? checkMonitor(deps, run, marked) : [];
}
