import { clearChannelFailure } from '../../data/channel-failures.ts';
import type { Alert } from '../../domain/alert/alert.ts';
import { nextTryOf } from '../../domain/alert/retry-policy.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { reportChannelFailure } from './channel-failure.ts';
import { settle } from './settle.ts';
import type { DeliveryResult } from './delivery-result.ts';

/** Beyond the next try, until the checker looks after it. */
const SLACK_MS = 10 * 60_000;

/** Writes what came of a claimed alert. Returns the seconds until it must come again, or null when it is final. */
export async function finish(
  deps: NotifierDeps,
  claimed: Alert,
  result: DeliveryResult,
): Promise<number | null> {
  const { state, ...outcome } = result;
  const now = deps.clock.now();
  const test = claimed.content.kind === 'test';
  const again = state === 'failed' && !test ? nextTryOf(claimed.attempts.length + 1) : null;
  const givenUp = state === 'failed' && again === null && !test;
  // Before the settlement: once the alert is final nobody comes back to report.
  if (!test && (isShut(result) || (state === 'failed' && hasFailedAllTries(claimed))))
    await reportChannelFailure(deps, claimed, result.detail);
  await settle(deps, claimed, {
    state: again === null ? state : 'pending',
    attempt: { at: now, ...outcome },
    again: again === null ? null : { tryAt: now + again * 1000, dueAt: now + again * 1000 + SLACK_MS },
  });
  if (state === 'sent') deps.metrics.put({ AlertsDelivered: 1 });
  if (state === 'sent') await clearChannelFailure(deps.table, claimed.monitorId, claimed.channel);
  if (givenUp) await deadLetter(deps, claimed);
  return again;
}

/**
 * Whether mail can no longer go to its address at all. An address that has not confirmed is shown as such already, and
 * needs no report.
 */
function isShut({ outcome }: DeliveryResult): boolean {
  return ['unsubscribed', 'bounced', 'complained', 'no_sender'].includes(outcome);
}

/** Counting what it took the place of: the alerts of a job that flaps are never tried so often one by one. */
function hasFailedAllTries({ attempts, content }: Alert): boolean {
  return nextTryOf(attempts.length + (content.superseded?.tries ?? 0) + 1) === null;
}

/** The channel stays on: the next alert tries it again. The operator's alarm says so, at best; the ledger does anyway. */
async function deadLetter(deps: NotifierDeps, alert: Alert): Promise<void> {
  deps.metrics.put({ AlertsFailed: 1 });
  // A receiver that is dead is its owner's; that the mail service takes nothing is ours.
  if (alert.channel === 'email') deps.metrics.put({ MailsFailed: 1 });
  deps.log.warn('alert_given_up', { channel: alert.channel, attempts: alert.attempts.length + 1 });
  try {
    const { monitorId, sk } = alert;
    await deps.queue.deadLetter({ kind: 'alert', tenant: monitorId, monitorId, sk, deadLettered: true });
  } catch (error) {
    deps.log.error('dead_letter_lost', error);
  }
}
