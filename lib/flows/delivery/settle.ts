import {
  getAlert,
  listAlerts,
  settleAlert,
  settleAlertItem,
  stillPendingItem,
  type Settlement,
} from '../../data/alerts.ts';
import { alertSkOn } from '../../data/keys.ts';
import { getMonitor, replaceMonitorItem } from '../../data/monitors.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { WriteConflict, transact, type Table, type TransactItem } from '../../data/table.ts';
import { nobodyHeard, wasTold, type Alert } from '../../domain/alert/alert.ts';
import { ALERT_CHANNELS } from '../../domain/alert/channel.ts';
import { heard, unheard } from '../../domain/monitor/realert.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';

/** More than an incident tells in a day; beyond them it is told once too often rather than not. */
const HEARD_AMONG = 100;

/**
 * Writes what came of a try. When nobody heard the last alert of an open incident, the monitor has it told again
 * (DECISIONS.md "Incidents" 2): in the same transaction, so that a crash loses neither.
 */
export async function settle(deps: NotifierDeps, claimed: Alert, settled: Settlement): Promise<void> {
  const { table } = deps;
  const isSure = settled.state === 'sent' && !claimed.reopened;
  if (claimed.content.kind !== 'miss' || settled.again !== null || isSure)
    return settleAlert(table, claimed, settled);
  await retryOnConflict(async () => {
    const others = await otherChannels(table, claimed);
    const pending = others.filter(({ state }) => state === 'pending');
    const after = { ...claimed, state: settled.state, attempts: [...claimed.attempts, settled.attempt] };
    const marked = await markedMonitor(table, after, others);
    if (pending.length + marked.length === 0) return settleAlert(table, claimed, settled);
    // Of two channels that give up at once one must see that the other did.
    const seen = pending.map((other) => stillPendingItem(table, other));
    await whileClaimed(transact(table, [settleAlertItem(table, claimed, settled), ...seen, ...marked]));
  });
}

/** The alert as it stands on the other channels of its monitor. */
async function otherChannels(table: Table, { monitorId, sk, channel }: Alert): Promise<Alert[]> {
  const others = ALERT_CHANNELS.filter((other) => other !== channel);
  const found = await Promise.all(others.map((other) => getAlert(table, monitorId, alertSkOn(sk, other))));
  return found.filter((alert) => alert !== undefined);
}

async function markedMonitor(table: Table, alert: Alert, others: readonly Alert[]): Promise<TransactItem[]> {
  const isUnheard = nobodyHeard([alert, ...others]) && !(await isHeardElsewhere(table, alert));
  if (!isUnheard && alert.state !== 'sent') return [];
  const monitor = await getMonitor(table, alert.monitorId);
  const triedAt = alert.attempts.at(-1)?.at ?? alert.createdAt;
  const marked = monitor && (isUnheard ? unheard : heard)(monitor, alert.content, triedAt);
  return !monitor || !marked || marked === monitor ? [] : [replaceMonitorItem(table, monitor, marked)];
}

/** An alert for one channel alone, since that leads elsewhere, was none for those who had heard by the other. */
async function isHeardElsewhere(table: Table, { content, channel, monitorId }: Alert): Promise<boolean> {
  if (!content.toElsewhere) return false;
  const newest = await listAlerts(table, monitorId, { limit: HEARD_AMONG });
  return newest.some(
    (each) => each.content.incident === content.incident && each.channel !== channel && wasTold(each),
  );
}

/** A claim that was lost is not to be won by trying again. */
async function whileClaimed(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (error instanceof WriteConflict && error.refused[0]) {
      throw new Error('The claim was lost before the alert was settled.', { cause: error });
    }
    throw error;
  }
}
