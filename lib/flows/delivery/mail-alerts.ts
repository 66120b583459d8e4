import { getConsent } from '../../data/consents.ts';
import { groupMail } from '../../domain/alert/group-mail.ts';
import type { Notice } from '../../domain/alert/notice.ts';
import { STOPPED_BECAUSE } from '../../domain/alert/stopped-address.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import { consentToken } from '../../runtime/derived-secrets.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { addressHashOf } from '../address-consent.ts';
import { skipped, untold, type Told } from './told.ts';

/** Mails alerts, to an address that has said that it wants them and to no other. */
export async function mailAlerts(deps: NotifierDeps, notices: Notice[], monitor: Monitor): Promise<Told> {
  if (monitor.alertTo === null) return skipped('no_address', 'alert_to was turned off meanwhile.');
  const startedAt = deps.clock.now();
  const addressHash = addressHashOf(monitor.alertTo);
  const consent = await getConsent(deps.table, monitor.spaceId, addressHash);
  if (consent?.state === 'unsubscribed') return untold('unsubscribed', 'The address has ended these mails.');
  if (consent?.state === 'bounced' || consent?.state === 'complained') {
    return untold(consent.state, STOPPED_BECAUSE[consent.state]);
  }
  if (consent?.state !== 'confirmed') {
    return untold('not_confirmed', 'The address has not confirmed that it wants these mails.');
  }
  const page = `${deps.config.baseUrl}/email/${consentToken(await deps.secret(), monitor.spaceId, addressHash)}`;
  const content = groupMail(notices, { unsubscribeUrl: page, statusUrl: null });
  const mail = { to: consent.address, ...content, unsubscribeUrl: `${page}/unsubscribe` };
  const { sent, outcome, detail } = await deps.mailer.send(mail);
  if (outcome === 'no_sender') return untold(outcome, detail);
  return {
    state: sent ? 'sent' : 'failed',
    outcome,
    status: null,
    detail,
    durationMs: deps.clock.now() - startedAt,
  };
}
