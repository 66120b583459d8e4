import type { QueueMessage } from '../../lib/adapters/queue.ts';
import {
  claimConsentMail,
  countConfirmation,
  postponeConsentMail,
  settleConsentMail,
} from '../../lib/data/consents.ts';
import { confirmMail } from '../../lib/domain/alert/confirm-mail.ts';
import { consentToken } from '../../lib/runtime/derived-secrets.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';

/** However many anonymous owners name an address, at most so many have it asked on a day. */
const A_DAY = 3;
/** Longer than a mail may take, shorter than the queue hides a message. */
const CLAIM_MS = 45_000;
/** Until the checker looks after a mail that is under way. */
const UNDER_WAY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** A mail service that takes no mail for so long will not take this one. */
const TRIED_FOR_MS = DAY_MS;
/** A question that finds the day's limit reached waits for a day at a time, so often. */
const WAITS_FOR_MS = 3 * DAY_MS;

/** Mails an address the question whether it wants the alerts. A duplicate of the message finds nothing to do. */
export async function askForConsent(
  deps: NotifierDeps,
  message: Extract<QueueMessage, { kind: 'confirm' }>,
): Promise<null> {
  const now = deps.clock.now();
  const consent = await claimConsentMail(deps.table, message, {
    now,
    until: now + CLAIM_MS,
    dueAt: now + UNDER_WAY_MS,
  });
  if (!consent) return null;
  if (!(await countConfirmation(deps.table, message, now, A_DAY))) {
    if (now < consent.askedAt + WAITS_FOR_MS) await postponeConsentMail(deps.table, consent, now + DAY_MS);
    else await settleConsentMail(deps.table, consent, null);
    return null;
  }
  const token = consentToken(await deps.secret(), consent.spaceId, consent.addressHash);
  const confirmUrl = `${deps.config.baseUrl}/email/${token}`;
  const content = confirmMail({ address: consent.address, monitorName: consent.monitorName, confirmUrl });
  const { sent, outcome } = await deps.mailer.send({ to: consent.address, ...content, unsubscribeUrl: null });
  if (!sent && outcome !== 'no_sender') deps.log.warn('confirmation_not_mailed', { outcome });
  const isOver =
    sent || outcome === 'no_sender' || outcome === 'rejected' || now >= consent.askedAt + TRIED_FOR_MS;
  if (isOver) await settleConsentMail(deps.table, consent, sent ? now : null);
  return null;
}
