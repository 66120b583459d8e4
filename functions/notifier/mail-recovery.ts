import type { QueueMessage } from '../../lib/adapters/queue.ts';
import { urlsOf } from '../../lib/config/config.ts';
import { codesLeft, leaseRecoveryMail, settleRecoveryMail } from '../../lib/data/accounts/recovery-codes.ts';
import { getOwner } from '../../lib/data/owners.ts';
import { recoveryMail } from '../../lib/render/alerts/recovery-mail.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { isMailOver, leaseTimes } from './mail-cap-wait.ts';

/**
 * Tells a person that a recovery code was used. It counts under no cap: a code is needed for it, of which there are ten. A
 * duplicate of the message finds nothing to do.
 */
export async function mailRecovery(
  deps: NotifierDeps,
  { accountId }: Extract<QueueMessage, { kind: 'recovered' }>,
): Promise<null> {
  const now = deps.clock.now();
  const recovery = await leaseRecoveryMail(deps.table, accountId, leaseTimes(now));
  if (!recovery) return null;
  const account = await getOwner(deps.table, accountId);
  const usedAt = recovery.usedAt ?? now;
  if (account?.kind !== 'account') {
    await settleRecoveryMail(deps.table, recovery, null);
    return null;
  }
  const accountUrl = `${urlsOf(deps.config).base}/account?tab=sign-in`;
  const result = await deps.mailer.send({
    to: account.email,
    ...recoveryMail({ usedAt, left: codesLeft(recovery) ?? 0, accountUrl }),
    unsubscribeUrl: null,
    messageId: `recovery_${accountId}_${usedAt}`,
    about: { kind: 'recovery' },
  });
  const { sent, outcome } = result;
  if (!sent && outcome !== 'no_sender') deps.log.warn('recovery_not_mailed', { outcome });
  if (isMailOver(result, { askedAt: usedAt, booked: null }, now))
    await settleRecoveryMail(deps.table, recovery, sent ? now : null);
  return null;
}
