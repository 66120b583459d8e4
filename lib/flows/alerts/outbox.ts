import type { Queue, QueueMessage } from '../../adapters/queue.ts';
import { alertSk } from '../../data/keys.ts';
import type { Channel, AlertContent } from '../../domain/alerts/alert-content.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Log } from '../../runtime/report/log.ts';

/**
 * The record of an alert that is to be told by a channel, `own` where its owner made it; by `none` it is in the ledger and
 * final at once.
 */
export function newAlert(
  content: AlertContent,
  channel: Channel,
  sequence: number,
  { own, channels }: { own?: OwnerChannel | undefined; channels?: Channel[] | undefined } = {},
): Alert {
  const undeliverable = channel === 'none';
  const createdAt = content.decidedAt;
  const incident = `${String(content.incident).padStart(6, '0')}${String(content.alertNumber).padStart(4, '0')}`;
  return {
    monitorId: content.monitorId,
    // Two checks of one instant each number from 0; incident, alert and kind keep their records apart and in order.
    sk: alertSk(createdAt, sequence, `${incident}-${content.kind}-${channel}`),
    channel,
    ...(own && { channelSpaceId: own.spaceId, channelMovedAt: own.movedAt }),
    ...(channels && { channels }),
    state: undeliverable ? 'undeliverable' : 'pending',
    content,
    attempts: [],
    createdAt,
    dueAt: undeliverable ? null : createdAt + LIMITS.checkEverySec * 1000,
    claimedUntil: null,
    nextTryAt: null,
    requeued: 0,
    waitingSince: null,
    pace: null,
    reopened: false,
  };
}

/**
 * Sends messages about what is already recorded as due. When the queue does not take them nothing is lost: the next
 * check finds the records and sends them. Returns whether the queue took them.
 */
export async function sendOrLeave(
  deps: { queue: Queue; log: Log },
  messages: readonly QueueMessage[],
  delaySec = 0,
): Promise<boolean> {
  if (messages.length === 0) return true;
  try {
    await deps.queue.send(messages, delaySec);
    return true;
  } catch (error) {
    deps.log.error('queue_unavailable', error, { messages: messages.length });
    return false;
  }
}
