import { isPhoneNumber } from '../../domain/alerts/phone-number.ts';
import { STOPPED_BECAUSE } from '../../domain/alerts/stopped-address.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import { groupMail } from '../../render/alerts/group-mail.ts';
import { alertText } from '../../render/alerts/text-message.ts';
import type { Told } from '../../render/alerts/told.ts';
import { urlsOf } from '../../config/config.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { consentToken } from '../../runtime/derived-secrets.ts';
import { hashOfAddress } from '../address-hash.ts';
import { undeliverable, type DeliveryResult } from './delivery-result.ts';
import { consentFor } from './own-consent.ts';
import { textTo } from './text-to.ts';

/** An address, and the monitor by which it is mailed. */
export interface Addressee {
  monitor: Monitor;
  address: string;
}

/** Mails alerts, or texts them to a number, to an address that has said that it wants them and to no other. */
export async function mailTo(
  deps: NotifierDeps,
  contents: Told[],
  { monitor, address }: Addressee,
): Promise<DeliveryResult> {
  const startedAt = deps.clock.now();
  const addressHash = hashOfAddress(address);
  const named = { spaceId: monitor.spaceId, addressHash, address };
  const consent = await consentFor(deps.table, monitor, named, startedAt);
  const isText = isPhoneNumber(address);
  const [who, what] = isText ? ['number', 'texts'] : ['address', 'mails'];
  if (consent?.state === 'unsubscribed')
    return undeliverable('unsubscribed', `The ${who} has unsubscribed from these ${what}.`);
  if (consent?.state === 'bounced' || consent?.state === 'complained') {
    return undeliverable(consent.state, STOPPED_BECAUSE[consent.state]);
  }
  if (consent?.state !== 'confirmed') {
    return undeliverable('not_confirmed', `The ${who} has not confirmed these ${what}.`);
  }
  if (isText) {
    const text = alertText(newsIn(contents));
    return textTo(deps, { spaceId: monitor.spaceId, to: address, text, kind: 'alert' });
  }
  const isManager = monitor.alertTo === ORGANIZATION;
  const page = `${urlsOf(deps.config).base}/email/${consentToken(await deps.secret(), monitor.spaceId, addressHash)}`;
  const content = groupMail(newsIn(contents), { unsubscribeUrl: page, isManager });
  const mail = {
    to: consent.address,
    ...content,
    unsubscribeUrl: `${page}/unsubscribe`,
    about: { kind: 'alert', spaceId: monitor.spaceId },
  } as const;
  const { sent, outcome, detail } = await deps.mailer.send(mail);
  if (outcome === 'no_sender') return undeliverable(outcome, detail);
  const durationMs = deps.clock.now() - startedAt;
  const slowDown = outcome === 'throttled' ? { retryAfterMs: null } : undefined;
  return { state: sent ? 'sent' : 'failed', outcome, status: null, detail, durationMs, slowDown };
}

function newsIn(contents: readonly Told[]): Told[] {
  return [...new Map(contents.map((content) => [newsOf(content), content])).values()];
}

/** What tells two alerts of a mail apart, whatever channel they are for: two that mail one address tell the same. */
function newsOf({ monitorId, kind, incident, alertNumber, decidedAt, superseded }: Told): string {
  return JSON.stringify([monitorId, kind, incident, alertNumber, decidedAt, superseded]);
}
