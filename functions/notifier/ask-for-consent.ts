import type { QueueMessage } from '../../lib/adapters/queue.ts';
import {
  countConfirmation,
  getConsent,
  postponeConsentMail,
  settleConsentMail,
} from '../../lib/data/consents.ts';
import { LostCondition } from '../../lib/data/table.ts';
import { confirmMail } from '../../lib/domain/alert/confirm-mail.ts';
import { consentToken } from '../../lib/runtime/derived-secrets.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';

/** However many anonymous owners name an address, at most so many have it asked on a day. */
const A_DAY = 3;
/** Until the checker looks after a mail that is under way. */
const UNDER_WAY_MS = 10 * 60_000;

/** Mails an address the question whether it wants the alerts. A duplicate of the message finds nothing owed. */
export async function askForConsent(
  deps: NotifierDeps,
  message: Extract<QueueMessage, { kind: 'confirm' }>,
): Promise<number | null> {
  const consent = await getConsent(deps.table, message.spaceId, message.addressHash);
  if (!consent || consent.state !== 'pending' || consent.dueAt === null) return null;
  const now = deps.clock.now();
  try {
    await postponeConsentMail(deps.table, consent, now + UNDER_WAY_MS);
  } catch (error) {
    if (error instanceof LostCondition) return null;
    throw error;
  }
  if (!(await countConfirmation(deps.table, message, now, A_DAY))) {
    await settleConsentMail(deps.table, consent, null);
    return null;
  }
  const token = consentToken(await deps.secret(), consent.spaceId, consent.addressHash);
  const confirmUrl = `${deps.config.baseUrl}/email/${token}`;
  const content = confirmMail({ address: consent.address, monitorName: consent.monitorName, confirmUrl });
  const { sent, outcome } = await deps.mailer.send({ to: consent.address, ...content, unsubscribeUrl: null });
  if (!sent && outcome !== 'no_sender') {
    deps.log.warn('confirmation_not_mailed', { outcome });
    return null;
  }
  await settleConsentMail(deps.table, consent, sent ? now : null);
  return null;
}
