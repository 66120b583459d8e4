import {
  ALERT_PREFIX,
  BLIND_NOTICE_PREFIX,
  CONSENT_PREFIX,
  MONITOR_BLOCK_PREFIX,
  MONITOR_SK,
  monitorIdOf,
} from '../../lib/data/keys.ts';
import type { DueKey } from '../../lib/data/due.ts';
import { getMonitors } from '../../lib/data/monitors.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { checkMonitor } from './check-monitor.ts';
import type { CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';
import { tellBlindWindow } from './tell-blind-window.ts';
import { clearStagedBlock, requeueDueAlert, requeueDueConfirmation } from './requeue.ts';

/** Of a page on which all fails the first few say why; thousands of lines would only cost. */
const LOGGED_MAX = 3;

/** What came of due items. */
export interface DueReport {
  /** Monitors that were judged. */
  checked: number;
  succeeded: number;
  failed: number;
  outgoing: Outgoing[];
  /** The newest ping of any monitor that was looked at: a sign that jobs reach us. 0 without one. */
  newestPingAt: Instant;
  /** How long the longest overdue item had been due, in milliseconds. */
  lagMs: number;
  /** False when something was left over. */
  finished: boolean;
}

export const nothingDue: DueReport = {
  checked: 0,
  succeeded: 0,
  failed: 0,
  outgoing: [],
  newestPingAt: 0,
  lagMs: 0,
  finished: true,
};

/**
 * Works off one page of due items: monitors are judged; alerts and mails whose sending is unconfirmed are sent again.
 * What fails is counted, stays due and holds up no other. Never throws.
 */
export async function checkDue(
  deps: CheckerDeps,
  run: CheckRun,
  keys: readonly DueKey[],
): Promise<DueReport> {
  const monitorIds = keys.filter((key) => key.sk === MONITOR_SK).map(monitorIdOf);
  const [read] = await Promise.allSettled([getMonitors(deps.table, monitorIds)]);
  const monitors = read.status === 'fulfilled' ? read.value : [];
  const work = workOf(deps, run, keys, monitors);
  const results = await settled(run, work);
  const done = results.filter((result) => result.status === 'fulfilled');
  const faults = [read, ...results].filter((result) => result.status === 'rejected');
  for (const fault of faults.slice(0, LOGGED_MAX)) deps.log.error('check_failed', fault.reason);
  const unread = read.status === 'rejected' ? monitorIds.length : 0;
  return {
    checked: Math.min(monitors.length, results.length),
    succeeded: done.length,
    failed: unread + results.length - done.length,
    outgoing: done.flatMap((result) => result.value),
    newestPingAt: Math.max(0, ...monitors.map((monitor) => monitor.lastEventAt ?? 0)),
    lagMs: Math.max(0, ...keys.map((key) => run.now - key.dueAt)),
    finished: results.length === work.length,
  };
}

type Work = () => Promise<Outgoing[]>;

/** Monitors first: `checked` counts on it. */
function workOf(deps: CheckerDeps, run: CheckRun, keys: readonly DueKey[], monitors: Monitor[]): Work[] {
  const startingWith = (prefix: string) => keys.filter((key) => key.sk.startsWith(prefix));
  return [
    ...monitors.map((monitor) => () => checkMonitor(deps, run, monitor)),
    ...startingWith(ALERT_PREFIX).map((key) => () => requeueDueAlert(deps, key, run.now)),
    ...startingWith(CONSENT_PREFIX).map((key) => () => requeueDueConfirmation(deps, key, run.now)),
    ...startingWith(MONITOR_BLOCK_PREFIX).map((key) => () => clearStagedBlock(deps, key)),
    ...startingWith(BLIND_NOTICE_PREFIX).map((key) => () => tellBlindWindow(deps, run, key)),
  ];
}

/** Begins work in its order, a few at a time, for as long as there is time; what was not begun has no result. */
async function settled(run: CheckRun, work: readonly Work[]): Promise<PromiseSettledResult<Outgoing[]>[]> {
  const begun: Promise<Outgoing[]>[] = [];
  const workOff = async (): Promise<void> => {
    for (let each = work[begun.length]; each && run.hasTime(); each = work[begun.length]) {
      const doing = each();
      begun.push(doing);
      await Promise.allSettled([doing]);
    }
  };
  await Promise.all(Array.from({ length: run.atOnce }, workOff));
  return Promise.allSettled(begun);
}
