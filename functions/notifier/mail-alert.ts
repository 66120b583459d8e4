import { getConsent } from '../../lib/data/consents.ts';
import { alertMail } from '../../lib/domain/alert/alert-mail.ts';
import type { AlertRecord } from '../../lib/domain/alert/alert-record.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { addressHashOf } from '../../lib/flows/address-consent.ts';
import { consentToken } from '../../lib/runtime/derived-secrets.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import type { Told } from './told.ts';

/** Mails an alert, to an address that has said that it wants it and to no other. */
export async function mailAlert(deps: NotifierDeps, alert: AlertRecord, monitor: Monitor): Promise<Told> {
  const startedAt = deps.clock.now();
  const settled = { status: null, durationMs: 0 };
  if (monitor.alertTo === null) {
    return {
      ...settled,
      state: 'skipped',
      outcome: 'no_address',
      detail: 'alert_to was turned off meanwhile.',
    };
  }
  const addressHash = addressHashOf(monitor.alertTo);
  const consent = await getConsent(deps.table, monitor.spaceId, addressHash);
  if (consent?.state !== 'confirmed') {
    const detail =
      consent?.state === 'unsubscribed'
        ? 'The address has ended these mails.'
        : 'The address has not confirmed that it wants these mails.';
    return { ...settled, state: 'untold', outcome: 'not_confirmed', detail };
  }
  const token = consentToken(await deps.secret(), monitor.spaceId, addressHash);
  const unsubscribeUrl = `${deps.config.baseUrl}/email/${token}/unsubscribe`;
  const content = alertMail(alert.notice, {
    unsubscribeUrl: `${deps.config.baseUrl}/email/${token}`,
    statusUrl: null,
  });
  const { sent, outcome, detail } = await deps.mailer.send({
    to: consent.address,
    ...content,
    unsubscribeUrl,
  });
  const state = sent ? 'sent' : outcome === 'no_sender' ? 'untold' : 'failed';
  return { state, outcome, status: null, detail, durationMs: deps.clock.now() - startedAt };
}
