import { MINUTE_MS } from '../../domain/calendar.ts';
import {
  bounceAlertItem,
  settleAlert,
  settleAlertItem,
  type AlertSettlement,
} from '../../data/alerts/alerts.ts';
import { clearChannelFailureItems } from '../../data/alerts/channel-failures.ts';
import { unlessFirstRefused } from '../../data/items.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { WriteConflict, transact, type Table, type TransactItem } from '../../data/table.ts';
import { stateOnceBounced, type Alert, type Attempt } from '../../domain/alerts/alert.ts';
import { mediumOf } from '../../domain/alerts/channel.ts';
import { nextTryFor, nextTryOf } from '../../domain/alerts/retry-schedule.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { reportChannelFailure } from './channel-failure.ts';
import { countDelivered } from './count-delivered.ts';
import type { DeliveryResult } from './delivery-result.ts';
import { retellingItems } from './retelling.ts';

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
  return ['unsubscribed', 'bounced', 'complained', 'no_sender', 'cap_full'].includes(outcome);
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
    const isSent = settled.state === 'sent';
    const works = isSent ? await clearChannelFailureItems(table, monitorId, channel) : [];
    const isSure = isSent && !leased.reopened;
    const after = { ...leased, state: settled.state, attempts: [...leased.attempts, settled.attempt] };
    const retelling = settled.again !== null || isSure ? [] : await retellingItems(table, after);
    await writeTogether(table, leased, settled, [...works, ...retelling]);
  });
}

/**
 * Writes that the mail of an alert that was told came back. Where nobody heard it then, by any channel, the incident is told
 * again as after any alert that reached nobody. Nothing when the alert is sent once more.
 */
export async function settleBounced(table: Table, told: Alert, attempt: Attempt): Promise<void> {
  const after: Alert = { ...told, state: stateOnceBounced(told), attempts: [...told.attempts, attempt] };
  await retryOnConflict(async () => {
    const retelling = await retellingItems(table, after);
    await unlessFirstRefused(transact(table, [bounceAlertItem(table, told, attempt), ...retelling]));
  });
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
