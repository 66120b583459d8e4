import { alertSkOn } from '../../data/alerts/alert-keys.ts';
import { newestAlerts } from '../../data/alerts/alert-pages.ts';
import { getAlert, stillPendingItem } from '../../data/alerts/alerts.ts';
import { getMonitor, replaceMonitorItem } from '../../data/monitors/monitors.ts';
import type { Table, TransactItem } from '../../data/table.ts';
import { lastWords, nobodyHeard, type Alert } from '../../domain/alerts/alert.ts';
import { MONITOR_CHANNELS } from '../../domain/alerts/channel.ts';
import { PAUSED_MEANWHILE } from '../../domain/alerts/put-off.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { dropped, heard, lastAlertNow, unheard } from '../../domain/monitors/realert.ts';

/**
 * What is written together with the end of an alert as it is afterwards: where nobody heard its open incident, by any alert
 * since that was last told to all, the monitor is marked to alert again (DECISIONS.md "Incidents" 2).
 */
export async function retellingItems(table: Table, after: Alert): Promise<TransactItem[]> {
  if (after.content.kind !== 'miss') return [];
  // Before the ledger: what a check decides meanwhile is a conflict.
  const monitor = await getMonitor(table, after.monitorId);
  const others = await othersOf(table, after);
  const words = lastWords([...others, after], after.content.incident);
  // Of two channels that give up at once one must see that the other did.
  const seen = words
    .filter((each) => each !== after && each.state === 'pending')
    .map((other) => stillPendingItem(table, other));
  const marked = monitor && markedMonitor(monitor, after, { others, words });
  return !marked || marked === monitor ? seen : [...seen, replaceMonitorItem(table, monitor, marked)];
}

/** The same alert on its other channels, however long ago it was, and the newest of the monitor. */
async function othersOf(table: Table, alert: Alert): Promise<Alert[]> {
  const { monitorId, sk, channel, channels = MONITOR_CHANNELS } = alert;
  const own = channels.filter((other) => other !== channel).map((other) => alertSkOn(sk, other));
  const newest = await newestAlerts(table, monitorId);
  const known = new Set(newest.map((each) => each.sk));
  const older = own.filter((each) => !known.has(each));
  const found = await Promise.all(older.map((each) => getAlert(table, monitorId, each)));
  return [...newest.filter((each) => each.sk !== sk), ...found.filter((each) => each !== undefined)];
}

function markedMonitor(
  monitor: Monitor,
  after: Alert,
  { others, words }: { others: readonly Alert[]; words: readonly Alert[] },
): Monitor {
  const { content, attempts, state, createdAt } = after;
  if (attempts.at(-1)?.outcome === PAUSED_MEANWHILE) return droppedMonitor(monitor, after, others);
  const isUnheard = nobodyHeard(words);
  if (!isUnheard && state !== 'sent') return monitor;
  const told = isUnheard || words.includes(after) ? lastAlertNow(monitor, content) : content;
  return (isUnheard ? unheard : heard)(monitor, told, attempts.at(-1)?.at ?? createdAt);
}

function droppedMonitor(monitor: Monitor, { content, channel }: Alert, others: readonly Alert[]): Monitor {
  if (channel === 'none') return monitor;
  const isLastThere = !others.some(
    (each) =>
      each.channel === channel &&
      each.content.kind === 'miss' &&
      each.content.incident === content.incident &&
      each.content.alertNumber > content.alertNumber,
  );
  return dropped(monitor, { alert: content, channel, isLastThere }, content.decidedAt);
}
