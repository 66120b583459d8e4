import { HOUR_MS, MINUTE_MS } from '../../domain/calendar.ts';
import type { QueueMessage } from '../../adapters/queue.ts';
import { releaseAlert, releaseInLine } from '../../data/alerts/alerts.ts';
import { mediumOf } from '../../domain/alerts/channel.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { ToldMonitor } from '../../domain/alerts/owner-channel.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { allDone } from '../concurrently.ts';
import { sendOrLeave } from './outbox.ts';
import { reportChannelFailure } from './channel-failure.ts';
import type { DeliveryResult } from './delivery-result.ts';
import { settle } from './settle.ts';

/** Longer waits are cut: what waits is looked at so often, and no message grows so old that the operator's alarm rings. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** From its turn until the checker looks after what waits. */
const SLACK_MS = 10 * MINUTE_MS;
/** What waits longer is late, and its owner hears so by the other channel. */
const LATE_AFTER_MS = 10 * MINUTE_MS;
/** A try is over after so long a wait. */
export const WAIT_MAX_MS = 6 * HOUR_MS;

const LATE = 'It asks us to slow down: an alert has waited for ten minutes and will be sent later.';
const TOO_SLOW: DeliveryResult = {
  state: 'failed',
  outcome: 'too_slow',
  status: null,
  detail: 'The receiver is so slow that this one waited for hours.',
  durationMs: 0,
};

/** Leased alerts whose turn has come and that share a message, with the monitor of one of them. */
export interface Message {
  alerts: readonly Alert[];
  monitor: ToldMonitor;
}

export function settleAll(
  deps: NotifierDeps,
  alerts: readonly Alert[],
  result: DeliveryResult,
): Promise<(number | null)[]> {
  return allDone(alerts.map((alert) => settle(deps, alert, result)));
}

/** The line is so long that waiting in it is as good as a failure. */
export function giveUpWaiting(deps: NotifierDeps, alerts: readonly Alert[]): Promise<(number | null)[]> {
  return settleAll(deps, alerts, TOO_SLOW);
}

/**
 * Lets go of the alerts until their turn, when a message of its own brings them back, so that no wait counts as a receipt
 * of this one. Whatever becomes of it, the checker brings them back a little later.
 */
export async function waitInLine(
  deps: NotifierDeps,
  { alerts, monitor }: Message,
  { goAt, place }: { goAt: Instant; place: number },
): Promise<(number | null)[]> {
  const now = deps.clock.now();
  const isOver = (alert: Alert) => now >= (alert.pace?.since ?? now) + WAIT_MAX_MS;
  const over = alerts.filter(isOver);
  const waiting = alerts.filter((alert) => !isOver(alert));
  const until = Math.min(goAt, now + LOOK_EVERY_MS);
  const waitSec = Math.max(1, Math.ceil((until - now) / 1000));
  await allDone(waiting.map((alert) => letWait(deps, alert, { place, until })));
  const comesBack = await sendOrLeave(deps, messagesFor(waiting, monitor), waitSec);
  const retries = await giveUpWaiting(deps, over);
  return comesBack ? retries : [...retries, waitSec];
}

/** Lets go of a part of a group that a message of its own tells: at its turn, and in its own try. */
export async function tellLater(
  deps: NotifierDeps,
  { alerts, monitor }: Message,
  waitSec: number,
): Promise<number | null> {
  const dueAt = deps.clock.now() + waitSec * 1000 + SLACK_MS;
  await allDone(alerts.map((alert) => releaseAlert(deps.table, alert, { dueAt, waitingSince: null })));
  return (await sendOrLeave(deps, messagesFor(alerts, monitor), waitSec)) ? null : waitSec;
}

function messagesFor(alerts: readonly Alert[], { spaceId: tenant }: Monitor): QueueMessage[] {
  const refs = alerts.map(({ monitorId, sk }) => ({ monitorId, sk }));
  const [first] = refs;
  if (!first) return [];
  return [refs.length === 1 ? { kind: 'alert', tenant, ...first } : { kind: 'group', tenant, alerts: refs }];
}

/** Once it is late the owner hears so by the other channel, and the operator by an alarm: before, since it may take long. */
async function letWait(
  deps: NotifierDeps,
  alert: Alert,
  { place, until }: { place: number; until: Instant },
): Promise<void> {
  const now = deps.clock.now();
  const since = alert.pace?.since ?? now;
  const isLate = now >= since + LATE_AFTER_MS;
  if (isLate && !alert.pace?.late) {
    await reportChannelFailure(deps, alert, LATE);
    deps.metrics.put({ AlertsLate: 1, AlertsUntold: 1 });
    if (mediumOf(alert.channel) === 'email') deps.metrics.put({ MailsLate: 1 });
  }
  const pace = { place, since, until, ...(isLate && { late: true as const }) };
  await releaseInLine(deps.table, alert, { dueAt: until + SLACK_MS, pace });
}
