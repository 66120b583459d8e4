import type { QueueMessage } from '../../lib/adapters/queue.ts';
import { claimAlert, listAlerts, releaseAlert, settleAlert } from '../../lib/data/alerts.ts';
import { getMonitor } from '../../lib/data/monitors.ts';
import { LostCondition } from '../../lib/data/table.ts';
import type { AlertRecord } from '../../lib/domain/alert/alert-record.ts';
import { nextTryOf } from '../../lib/domain/alert/retry-policy.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { mailAlert } from './mail-alert.ts';
import type { Told } from './told.ts';
import { postAlert } from './post-alert.ts';

/** Longer than a delivery may take, shorter than the queue hides a message. */
const CLAIM_MS = 45_000;
/** Beyond the next try, until the checker looks after it. */
const SLACK_MS = 10 * 60_000;

const NOTHING_TO_RECOVER_FROM: Told = {
  state: 'skipped',
  outcome: 'no_alert_sent',
  status: null,
  detail: 'No alert of this incident was told here, so there is no recovery to tell.',
  durationMs: 0,
};

/**
 * Tells one alert: claim it, tell it, write what came of it. Returns the seconds until it must come again, or null.
 * A duplicate of the message finds the alert claimed or final and does nothing.
 */
export async function deliver(
  deps: NotifierDeps,
  message: Extract<QueueMessage, { kind: 'alert' }>,
): Promise<number | null> {
  const claimed = await claim(deps, message);
  if (!claimed) return null;
  if (claimed.notice.kind === 'recovery') {
    const alert = await alertBefore(deps, claimed);
    if (alert?.state === 'pending') return waitForTurn(deps, claimed);
    if (alert?.state !== 'sent') return finish(deps, claimed, NOTHING_TO_RECOVER_FROM);
  }
  return finish(deps, claimed, await tell(deps, claimed));
}

/** A recovery whose alert is still being tried: done with on the queue, the checker brings it back. */
async function waitForTurn(deps: NotifierDeps, claimed: AlertRecord): Promise<null> {
  await releaseAlert(deps.table, claimed, deps.clock.now() + 1000);
  return null;
}

async function tell(deps: NotifierDeps, alert: AlertRecord): Promise<Told> {
  const monitor = await getMonitor(deps.table, alert.monitorId);
  if (!monitor?.active) {
    return {
      state: 'skipped',
      outcome: 'monitor_gone',
      status: null,
      detail: 'The monitor was deactivated meanwhile.',
      durationMs: 0,
    };
  }
  return alert.channel === 'email' ? mailAlert(deps, alert, monitor) : postAlert(deps, alert, monitor);
}

async function finish(deps: NotifierDeps, claimed: AlertRecord, told: Told): Promise<number | null> {
  const { state, ...outcome } = told;
  const now = deps.clock.now();
  const again = state === 'failed' ? nextTryOf(claimed.attempts.length + 1) : null;
  await settleAlert(deps.table, claimed, {
    state: again === null ? state : 'pending',
    attempt: { at: now, ...outcome },
    dueAt: again === null ? null : now + again * 1000 + SLACK_MS,
  });
  if (state === 'failed' && again === null) await giveUp(deps, claimed);
  return again;
}

async function giveUp(deps: NotifierDeps, alert: AlertRecord): Promise<void> {
  deps.log.warn('alert_given_up', { channel: alert.channel, attempts: alert.attempts.length + 1 });
  await deps.queue.bury({ kind: 'alert', monitorId: alert.monitorId, sk: alert.sk });
}

async function claim(
  deps: NotifierDeps,
  message: Pick<AlertRecord, 'monitorId' | 'sk'>,
): Promise<AlertRecord | undefined> {
  const now = deps.clock.now();
  try {
    return await claimAlert(deps.table, message, now, now + CLAIM_MS);
  } catch (error) {
    if (error instanceof LostCondition) return undefined;
    throw error;
  }
}

/** The last alert of the same incident on the same channel: it goes first (DECISIONS.md "Incidents" 3 and 4). */
async function alertBefore(deps: NotifierDeps, recovery: AlertRecord): Promise<AlertRecord | undefined> {
  const earlier = await listAlerts(deps.table, recovery.monitorId, { limit: 50, beforeSk: recovery.sk });
  const same = earlier.filter(
    (alert) =>
      alert.channel === recovery.channel &&
      alert.notice.kind === 'miss' &&
      alert.notice.incident === recovery.notice.incident,
  );
  return (
    same.find((alert) => alert.state === 'pending') ?? same.find((alert) => alert.state === 'sent') ?? same[0]
  );
}
