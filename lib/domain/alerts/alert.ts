import type { Instant } from '../instant.ts';
import type { Channel, AlertContent } from './alert-content.ts';

/** An alert that waits since its recipient takes messages slowly. */
export interface PaceWait {
  /** Its place in the line of the recipient. */
  place: number;
  since: Instant;
  /** Not before this instant is it looked at again. */
  until: Instant;
  /** Its owner was told that it is late. */
  late?: true;
}

/** One try to deliver an alert, as it stands in the ledger. */
export interface Attempt {
  at: Instant;
  /** A closed set of words per channel, such as `delivered`, `timeout`, `refused_status`. */
  outcome: string;
  /** HTTP status the receiver answered, when it did. */
  status: number | null;
  /** One plain sentence, without address or URL. */
  detail: string;
  durationMs: number;
}

/**
 * `pending` until it is told; `sent` when the channel took it; `failed` when it was given up on after its tries;
 * `skipped` when there was nothing to tell any more; `undeliverable` when there was nobody to tell; `superseded` when a newer
 * alert, of a newer incident or to a corrected address, was told in its place.
 */
export type AlertState = 'pending' | 'sent' | 'failed' | 'skipped' | 'undeliverable' | 'superseded';

/** The outcome of a try that did not reach all whom an alert is for, when some of them have it by now. */
export const SENT_TO_SOME = 'sent_to_some';

/** An alert on one channel: the outbox entry before it is sent, the ledger entry afterwards. */
export interface Alert {
  monitorId: string;
  sk: string;
  channel: Channel;
  /** Of a channel of the owner: the space where that was made. */
  channelSpaceId?: string;
  /** Of such a channel: its `movedAt` as this was decided. */
  channelMovedAt?: Instant;
  /** All channels that were to tell it; absent where the monitor itself named them all. */
  channels?: readonly Channel[];
  state: AlertState;
  content: AlertContent;
  attempts: Attempt[];
  createdAt: Instant;
  /** By when its sending should be confirmed; the checker sends it again then. Null once it is final. */
  dueAt: Instant | null;
  /** While set and in the future, one notifier is at work on it. */
  claimedUntil: Instant | null;
  /** Not before this instant is a failed alert tried again, however many messages about it there are. */
  nextTryAt: Instant | null;
  /** How often the checker had to put it on the queue again. */
  requeued: number;
  /** Since when it has waited for older alerts of its channel; null when it does not. */
  waitingSince: Instant | null;
  /** While it waits for the pace of its recipient. */
  pace: PaceWait | null;
  /** True once it was final and is, or was, sent once more. */
  reopened: boolean;
  /** Of one for several people: the hashes of the addresses that were mailed, so that a further try leaves them out. */
  reached?: readonly string[];
}

/**
 * The last alert of an incident on each channel, of those since it was last told by all of its channels: a changed or new one
 * alone may have been told since. What was skipped on a channel says nothing.
 */
export function lastWords(alerts: readonly Alert[], incident: number): Alert[] {
  const misses = alerts.filter(({ content }) => content.kind === 'miss' && content.incident === incident);
  const toAll = misses.filter(({ content }) => !content.toElsewhere);
  const since = Math.max(0, ...toAll.map(({ content }) => content.alertNumber));
  const told = misses
    .filter(({ content, state }) => content.alertNumber >= since && state !== 'skipped')
    .toSorted((one, other) => one.content.alertNumber - other.content.alertNumber);
  return [...new Map(told.map((each) => [each.channel, each])).values()];
}

/**
 * True when the last alerts of an incident, one for each channel, show that nobody heard it: a channel gave it up, none told
 * it, none is still trying. Where there was nobody to tell, nothing was missed.
 */
export function nobodyHeard(channels: readonly Alert[]): boolean {
  const isOver = channels.every((alert) => alert.state !== 'pending' && !wasTold(alert));
  return isOver && channels.some(({ state }) => state === 'failed');
}

/** Outcomes of a mail to an address that has not agreed, or wants no more. */
const REFUSED: ReadonlySet<string> = new Set(['not_confirmed', 'unsubscribed', 'bounced', 'complained']);

/** Whether an alert could not be told since its address had not agreed: it is told when that has. */
export function metNoConsent({ state, attempts }: Pick<Alert, 'state' | 'attempts'>): boolean {
  return state === 'undeliverable' && REFUSED.has(attempts.at(-1)?.outcome ?? '');
}

const REACHED: ReadonlySet<string> = new Set(['delivered', 'sent', SENT_TO_SOME]);

/** Of a try that came back later: what was reached before it was not. */
export const BOUNCED = 'bounced';

/** The state of a final alert once its mail came back. What was given up on by others stays so. */
export function stateOnceBounced({ state }: Pick<Alert, 'state'>): AlertState {
  return state === 'failed' ? 'failed' : 'undeliverable';
}

/** True once an alert reached whom it was for, or some of them: also while it is sent once more, and when that fails. */
export function wasTold({ state, attempts, reached }: Alert): boolean {
  // Mail to all of those came back whom it had reached.
  if (reached?.length === 0) return false;
  const since = attempts.slice(attempts.findLastIndex(({ outcome }) => outcome === BOUNCED) + 1);
  return state === 'sent' || since.some(({ outcome }) => REACHED.has(outcome));
}
