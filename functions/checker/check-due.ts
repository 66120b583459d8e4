import type { QueueMessage } from '../../lib/adapters/queue.ts';
import {
  ALERT_PREFIX,
  CONSENT_PREFIX,
  MONITOR_BLOCK_PREFIX,
  MONITOR_SK,
  monitorIdOf,
  type Key,
} from '../../lib/data/keys.ts';
import { getMonitors } from '../../lib/data/monitors.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { sendOrLeave } from '../../lib/flows/send-or-leave.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { checkMonitor } from './check-monitor.ts';
import { clearStagedBlock, requeueDueAlert, requeueDueConfirmation } from './requeue.ts';

export interface DueReport {
  checked: number;
  alerts: number;
  failed: number;
}

/** Works off one page of due items: monitors are judged; alerts and mails whose sending is unconfirmed are sent again. */
export async function checkDue(deps: CheckerDeps, keys: Key[], now: Instant): Promise<DueReport> {
  const startingWith = (prefix: string) => keys.filter((key) => key.sk.startsWith(prefix));
  const monitorIds = keys.filter((key) => key.sk === MONITOR_SK).map(monitorIdOf);
  const monitors = await getMonitors(deps.table, monitorIds);
  const work: Promise<QueueMessage[]>[] = [
    ...monitors.map((monitor) => checkMonitor(deps, monitor, now)),
    ...startingWith(ALERT_PREFIX).map((key) => requeueDueAlert(deps, key, now)),
    ...startingWith(CONSENT_PREFIX).map((key) => requeueDueConfirmation(deps, key, now)),
    ...startingWith(MONITOR_BLOCK_PREFIX).map((key) => clearStagedBlock(deps, key)),
  ];
  const results = await Promise.allSettled(work);
  for (const result of results)
    if (result.status === 'rejected') deps.log.error('check_failed', result.reason);
  const messages = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  await sendOrLeave(deps, messages);
  return {
    checked: monitors.length,
    alerts: messages.length,
    failed: results.filter((result) => result.status === 'rejected').length,
  };
}
