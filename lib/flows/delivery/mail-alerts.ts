import { getConsent } from '../../data/consents.ts';
import { recipientOf } from '../../domain/alert/channel.ts';
import { groupMail } from '../../domain/alert/group-mail.ts';
import type { AlertContent } from '../../domain/alert/alert-content.ts';
import { STOPPED_BECAUSE } from '../../domain/alert/stopped-address.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import { consentToken } from '../../runtime/derived-secrets.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { addressHashOf } from '../address-consent.ts';
import { skipped, undeliverable, type DeliveryResult } from './delivery-result.ts';

/** Mails alerts, to an address that has said that it wants them and to no other. */
export async function mailAlerts(
  deps: NotifierDeps,
  contents: AlertContent[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  const address = recipientOf(monitor, 'email');
  if (address === null) return skipped('no_address', 'alert_to was turned off meanwhile.');
  const startedAt = deps.clock.now();
  const addressHash = addressHashOf(address);
  const consent = await getConsent(deps.table, monitor.spaceId, addressHash);
  if (consent?.state === 'unsubscribed')
    return undeliverable('unsubscribed', 'The address has ended these mails.');
  if (consent?.state === 'bounced' || consent?.state === 'complained') {
    return undeliverable(consent.state, STOPPED_BECAUSE[consent.state]);
  }
  if (consent?.state !== 'confirmed') {
    return undeliverable('not_confirmed', 'The address has not confirmed that it wants these mails.');
  }
  const page = `${deps.config.baseUrl}/email/${consentToken(await deps.secret(), monitor.spaceId, addressHash)}`;
  const content = groupMail(contents, { unsubscribeUrl: page, statusUrl: null });
  const mail = { to: consent.address, ...content, unsubscribeUrl: `${page}/unsubscribe` };
  const { sent, outcome, detail } = await deps.mailer.send(mail);
  if (outcome === 'no_sender') return undeliverable(outcome, detail);
  return {
    state: sent ? 'sent' : 'failed',
    outcome,
    status: null,
    detail,
    durationMs: deps.clock.now() - startedAt,
  };
}
