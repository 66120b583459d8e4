import { DAY_MS } from '../../lib/domain/calendar.ts';
import type { QueueMessage } from '../../lib/adapters/queue.ts';
import {
  leaseConsentMail,
  postponeConsentMail,
  settleConsentMail,
} from '../../lib/data/alerts/consent-mails.ts';
import type { Consent } from '../../lib/data/alerts/consents.ts';
import { countConsentMail } from '../../lib/data/alerts/mail-counts.ts';
import { endStop, getStop } from '../../lib/data/alerts/stopped-addresses.ts';
import { capsOn, type MailCap } from '../../lib/domain/alerts/mail-caps.ts';
import { refusedConsent, type StopReason } from '../../lib/domain/alerts/stopped-address.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { isPhoneNumber } from '../../lib/domain/alerts/phone-number.ts';
import { textTo } from '../../lib/flows/alerts/text-to.ts';
import { consentText } from '../../lib/render/alerts/text-message.ts';
import type { MailDelivery } from '../../lib/adapters/alerts/mail.ts';
import { stopAddress } from '../../lib/flows/alerts/stop-address.ts';
import { consentMail } from '../../lib/render/alerts/consent-mail.ts';
import { required, urlsOf } from '../../lib/config/config.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { consentToken } from '../../lib/runtime/derived-secrets.ts';
import { isMailOver, leaseTimes, roomFor, TRIED_FOR_MS } from './mail-cap-wait.ts';

/** How long full caps may keep a consent mail waiting; later its owner may have forgotten it. */
const WAITS_FOR_MS = 30 * DAY_MS;

/** Asks an address by mail, or a number by a text, whether it wants the alerts. A duplicate of the message finds nothing to do. */
export async function askForConsent(
  deps: NotifierDeps,
  message: Extract<QueueMessage, { kind: 'confirm' }>,
): Promise<null> {
  const now = deps.clock.now();
  const consent = await leaseConsentMail(deps.table, message, leaseTimes(now));
  if (!consent) return null;
  const stop = await getStop(deps.table, consent.addressHash);
  const reason = stoppedBecause(consent) ?? (stop && refusedConsent(stop, consent, now));
  if (reason) {
    const stopped = { ...message, reason, mailedAt: now };
    const isGivenUp = now >= (consent.stoppedAt ?? now) + TRIED_FOR_MS;
    await (isGivenUp ? endStop(deps.table, stopped) : stopAddress(deps, stopped));
    return null;
  }
  const perHour = { guests: required(deps.config.guestMails, 'how many mails guests may cause').perHour };
  const counted = await countConsentMail(deps.table, consent, capsOn(consent, perHour, now), now);
  if (counted.kind === 'full') await letWait(deps, consent, counted.cap);
  if (counted.kind === 'counted') await mailForConsent(deps, consent, now);
  return null;
}

/** Why mail to an address was ended, which the process did not live to tell. */
function stoppedBecause({ state }: Consent): StopReason | null {
  return state === 'bounced' || state === 'complained' ? state : null;
}

async function mailForConsent(deps: NotifierDeps, consent: Consent, now: Instant): Promise<void> {
  const token = consentToken(await deps.secret(), consent.spaceId, consent.addressHash);
  const confirmUrl = `${urlsOf(deps.config).base}/email/${token}`;
  const result = await ask(deps, consent, confirmUrl);
  const { sent, outcome } = result;
  if (!sent && outcome !== 'no_sender') deps.log.warn('confirmation_not_mailed', { outcome });
  if (isMailOver(result, consent, now)) await settleConsentMail(deps.table, consent, sent ? now : null);
}

/** By mail, or of a number by a text. */
async function ask(
  deps: NotifierDeps,
  consent: Consent,
  confirmUrl: string,
): Promise<Pick<MailDelivery, 'sent' | 'outcome'>> {
  const { spaceId, address: to } = consent;
  if (isPhoneNumber(to)) {
    const text = consentText({ ...consent, confirmUrl });
    const { state, outcome } = await textTo(deps, { spaceId, to, text, kind: 'question' });
    // What may not be sent now may never be: the address can be named anew.
    if (state === 'sent') return { sent: true, outcome: 'sent' };
    return { sent: false, outcome: outcome === 'not_allowed' ? 'rejected' : 'unavailable' };
  }
  const content = consentMail({ ...consent, confirmUrl });
  return deps.mailer.send({ to, ...content, unsubscribeUrl: null, about: { kind: 'question', spaceId } });
}

/** Postpones a consent mail until the cap has room for it, or gives it up. */
async function letWait(deps: NotifierDeps, consent: Consent, cap: MailCap): Promise<void> {
  const endsAt = consent.askedAt + WAITS_FOR_MS;
  const waiting = await roomFor(deps, cap, { endsAt, code: 'confirmation_held' });
  if (waiting === null) return settleConsentMail(deps.table, consent, null);
  await postponeConsentMail(deps.table, consent, waiting);
}
