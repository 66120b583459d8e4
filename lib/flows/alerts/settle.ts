import { MINUTE_MS } from '../../domain/calendar.ts';
import {
  bounceAlertItem,
  getAlert,
  settleAlert,
  settleAlertItem,
  stillPendingItem,
  type AlertSettlement,
} from '../../data/alerts/alerts.ts';
import { newestAlerts } from '../../data/alerts/alert-pages.ts';
import { clearChannelFailureItems } from '../../data/alerts/channel-failures.ts';
import { alertSkOn } from '../../data/alerts/alert-keys.ts';
import { unlessFirstRefused } from '../../data/items.ts';
import { getMonitor, replaceMonitorItem } from '../../data/monitors/monitors.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { WriteConflict, transact, type Table, type TransactItem } from '../../data/table.ts';
import {
  nobodyHeard,
  stateOnceBounced,
  wasTold,
  type Alert,
  type Attempt,
} from '../../domain/alerts/alert.ts';
import { mediumOf, MONITOR_CHANNELS } from '../../domain/alerts/channel.ts';
import { PAUSED_MEANWHILE } from '../../domain/alerts/put-off.ts';
import { nextTryFor, nextTryOf } from '../../domain/alerts/retry-schedule.ts';
import { dropped, heard, unheard } from '../../domain/monitors/realert.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { reportChannelFailure } from './channel-failure.ts';
import { countDelivered } from './count-delivered.ts';
import type { DeliveryResult } from './delivery-result.ts';

/** From the time of the next try until the checker looks after it. */
const SLACK_MS = 10 * MINUTE_MS;

/** Writes the result of a leased alert. Returns the seconds until its next try, or null when it is final. */
export async function settle(
  deps: NotifierDeps,
  leased: Alert,
  result: DeliveryResult,
): Promise<number | null> {
  const { state, slowDown: _slowDown, left: _left, ...outcome } = result;
  const now = deps.clock.now();
  const test = leased.content.kind === 'test';
  const again = state === 'failed' && !test ? nextTryFor(leased.content, leased.attempts.length + 1) : null;
  const givenUp = state === 'failed' && again === null && !test;
  // Before the settlement: once the alert is final nobody comes back to report.
  if (!test && (isShut(result) || (state === 'failed' && hasFailedAllTries(leased))))
    await reportChannelFailure(deps, leased, result.detail);
  await writeSettlement(deps.table, leased, {
    state: again === null ? state : 'pending',
    attempt: { at: now, ...outcome },
    again: again === null ? null : { tryAt: now + again * 1000, dueAt: now + again * 1000 + SLACK_MS },
  });
  if (state === 'sent') deps.metrics.put({ AlertsDelivered: 1 });
  if (givenUp) await deadLetter(deps, leased);
  if (state === 'sent' && !test) await countDelivered(deps, leased, now);
  return again;
}

/** Whether mail can no longer reach its address. One that has not consented is shown as such and needs no report. */
function isShut({ outcome }: DeliveryResult): boolean {
  return ['unsubscribed', 'bounced', 'complained', 'no_sender'].includes(outcome);
}

/** Counts the tries of alerts that it superseded too: each alert of a flapping job alone is tried less often. */
function hasFailedAllTries({ attempts, content }: Alert): boolean {
  return nextTryOf(attempts.length + (content.superseded?.tries ?? 0) + 1) === null;
}

/** The channel stays on: the next alert tries it again. */
async function deadLetter(deps: NotifierDeps, alert: Alert): Promise<void> {
  deps.metrics.put({ AlertsFailed: 1, AlertsUntold: 1 });
  // A webhook that fails is its owner's concern; a mail service that takes nothing is ours.
  if (mediumOf(alert.channel) === 'email') deps.metrics.put({ MailsFailed: 1 });
  deps.log.warn('alert_given_up', { channel: alert.channel, attempts: alert.attempts.length + 1 });
  try {
    const { monitorId, sk } = alert;
    await deps.queue.deadLetter({ kind: 'alert', tenant: monitorId, monitorId, sk, deadLettered: true });
  } catch (error) {
    deps.log.error('dead_letter_lost', error);
  }
}

/** In one transaction with all that follows from it, so that a crash loses nothing of that. */
async function writeSettlement(table: Table, leased: Alert, settled: AlertSettlement): Promise<void> {
  const { monitorId, channel } = leased;
  await retryOnConflict(async () => {
    const works = settled.state === 'sent' ? await clearChannelFailureItems(table, monitorId, channel) : [];
    await writeTogether(table, leased, settled, [
      ...works,
      ...(await retellingItems(table, leased, settled)),
    ]);
  });
}

/**
 * When nobody heard the last alert of an open incident, the monitor is marked to alert again (DECISIONS.md "Incidents" 2).
 */
async function retellingItems(
  table: Table,
  leased: Alert,
  settled: AlertSettlement,
): Promise<TransactItem[]> {
  const isSure = settled.state === 'sent' && !leased.reopened;
  if (leased.content.kind !== 'miss' || settled.again !== null || isSure) return [];
  const others = await onOtherChannels(table, leased);
  const after = { ...leased, state: settled.state, attempts: [...leased.attempts, settled.attempt] };
  // Of two channels that give up at once one must see that the other did.
  const seen = others
    .filter(({ state }) => state === 'pending')
    .map((other) => stillPendingItem(table, other));
  return [...seen, ...(await markedMonitor(table, after, others))];
}

/**
 * Writes that the mail of an alert that was told came back. Where nobody heard it then, by any channel, the incident is told
 * again as after any alert that reached nobody. Nothing when the alert is sent once more.
 */
export async function settleBounced(table: Table, told: Alert, attempt: Attempt): Promise<void> {
  const after: Alert = { ...told, state: stateOnceBounced(told), attempts: [...told.attempts, attempt] };
  await retryOnConflict(async () => {
    const others = await onOtherChannels(table, told);
    const seen = others
      .filter(({ state }) => state === 'pending')
      .map((each) => stillPendingItem(table, each));
    const marked = told.content.kind === 'miss' ? await markedMonitor(table, after, others) : [];
    await unlessFirstRefused(transact(table, [bounceAlertItem(table, told, attempt), ...seen, ...marked]));
  });
}

async function onOtherChannels(
  table: Table,
  { monitorId, sk, channel, channels = MONITOR_CHANNELS }: Alert,
): Promise<Alert[]> {
  const others = channels.filter((other) => other !== channel);
  const found = await Promise.all(others.map((other) => getAlert(table, monitorId, alertSkOn(sk, other))));
  return found.filter((alert) => alert !== undefined);
}

async function markedMonitor(table: Table, alert: Alert, others: readonly Alert[]): Promise<TransactItem[]> {
  if (alert.attempts.at(-1)?.outcome === PAUSED_MEANWHILE) return droppedMonitor(table, alert);
  const isUnheard = nobodyHeard([alert, ...others]) && !(await isHeardElsewhere(table, alert));
  if (!isUnheard && alert.state !== 'sent') return [];
  const monitor = await getMonitor(table, alert.monitorId);
  const triedAt = alert.attempts.at(-1)?.at ?? alert.createdAt;
  const marked = monitor && (isUnheard ? unheard : heard)(monitor, alert.content, triedAt);
  return !monitor || !marked || marked === monitor ? [] : [replaceMonitorItem(table, monitor, marked)];
}

async function droppedMonitor(table: Table, { monitorId, content, channel }: Alert): Promise<TransactItem[]> {
  const monitor = await getMonitor(table, monitorId);
  if (!monitor || channel === 'none') return [];
  const newest = await newestAlerts(table, monitorId);
  const isLastThere = !newest.some(
    (each) =>
      each.channel === channel &&
      each.content.kind === 'miss' &&
      each.content.incident === content.incident &&
      each.content.alertNumber > content.alertNumber,
  );
  const marked = dropped(monitor, { alert: content, channel, isLastThere }, content.decidedAt);
  return marked === monitor ? [] : [replaceMonitorItem(table, monitor, marked)];
}

/**
 * An alert sent by a changed channel alone tells nothing about those who heard of the incident by the other channel.
 */
async function isHeardElsewhere(table: Table, { content, channel, monitorId }: Alert): Promise<boolean> {
  if (!content.toElsewhere) return false;
  const newest = await newestAlerts(table, monitorId);
  return newest.some(
    (each) => each.content.incident === content.incident && each.channel !== channel && wasTold(each),
  );
}

/**
 * A lost lease must not be retried like other conflicts: another notifier has the alert. A transaction that is in the way of
 * a plain write is: what was told would go out again.
 */
async function writeTogether(
  table: Table,
  leased: Alert,
  settled: AlertSettlement,
  also: readonly TransactItem[],
): Promise<void> {
  try {
    if (also.length === 0) await settleAlert(table, leased, settled);
    else await transact(table, [settleAlertItem(table, leased, settled), ...also]);
  } catch (error) {
    if (error instanceof WriteConflict && (also.length === 0 || error.refused[0]))
      throw new Error('The lease was lost before the alert was settled.', { cause: error });
    throw error instanceof Error && error.name === 'TransactionConflictException'
      ? new WriteConflict()
      : error;
  }
}
