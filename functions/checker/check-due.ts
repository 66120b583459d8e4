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
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { checkMonitor } from './check-monitor.ts';
import type { CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';
import { tellBlindWindow } from './tell-blind-window.ts';
import { clearStagedBlock, requeueDueAlert, requeueDueConfirmation } from './requeue.ts';

/** Items of one shard worked off side by side: with sixteen shards, about twice the connections to the table. */
const AT_ONCE = 6;

export interface DueReport {
  checked: number;
  failed: number;
  outgoing: Outgoing[];
  /** The newest ping of any monitor that was looked at: a sign that jobs reach us. 0 without one. */
  newestPingAt: Instant;
  /** How long the longest overdue item had been due, in milliseconds. */
  lagMs: number;
}

export const nothingDue: DueReport = { checked: 0, failed: 0, outgoing: [], newestPingAt: 0, lagMs: 0 };

/** Works off one page of due items: monitors are judged; alerts and mails whose sending is unconfirmed are sent again. */
export async function checkDue(deps: CheckerDeps, run: CheckRun, keys: DueKey[]): Promise<DueReport> {
  const startingWith = (prefix: string) => keys.filter((key) => key.sk.startsWith(prefix));
  const monitors = await getMonitors(
    deps.table,
    keys.filter((key) => key.sk === MONITOR_SK).map(monitorIdOf),
  );
  const work: Work[] = [
    ...monitors.map((monitor) => () => checkMonitor(deps, run, monitor)),
    ...startingWith(ALERT_PREFIX).map((key) => () => requeueDueAlert(deps, key, run.now)),
    ...startingWith(CONSENT_PREFIX).map((key) => () => requeueDueConfirmation(deps, key, run.now)),
    ...startingWith(MONITOR_BLOCK_PREFIX).map((key) => () => clearStagedBlock(deps, key)),
    ...startingWith(BLIND_NOTICE_PREFIX).map((key) => () => tellBlindWindow(deps, run, key)),
  ];
  const results = await settled(work);
  const faults = results.filter((result) => result.status === 'rejected');
  for (const fault of faults) deps.log.error('check_failed', fault.reason);
  return {
    checked: monitors.length,
    failed: faults.length,
    outgoing: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    newestPingAt: Math.max(0, ...monitors.map((monitor) => monitor.lastEventAt ?? 0)),
    lagMs: Math.max(0, ...keys.map((key) => run.now - key.dueAt)),
  };
}

type Work = () => Promise<Outgoing[]>;

async function settled(work: readonly Work[]): Promise<PromiseSettledResult<Outgoing[]>[]> {
  const results: PromiseSettledResult<Outgoing[]>[] = [];
  for (let start = 0; start < work.length; start += AT_ONCE) {
    results.push(...(await Promise.allSettled(work.slice(start, start + AT_ONCE).map((each) => each()))));
  }
  return results;
}
