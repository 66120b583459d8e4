import { signatureHeaders } from '../../adapters/webhook-signature.ts';
import type { AlertContent } from '../../domain/alert/alert-content.ts';
import type { Alert, AlertState, Attempt } from '../../domain/alert/alert.ts';
import { recipientOf } from '../../domain/alert/channel.ts';
import { STOPPED_BECAUSE } from '../../domain/alert/stopped-address.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import { signingVersions } from '../../domain/monitor/rotation.ts';
import { groupBodyFor } from '../../render/alert/group-chat.ts';
import { groupMail } from '../../render/alert/group-mail.ts';
import { urlsOf } from '../../runtime/config.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { consentToken, webhookSecret } from '../../runtime/derived-secrets.ts';
import { addressHashOf } from '../address-consent.ts';
import { consentFor } from './own-consent.ts';

/** What came of one try to deliver an alert; `failed` may be tried again. */
export type DeliveryResult = Omit<Attempt, 'at'> & { state: Exclude<AlertState, 'pending'> };

/** Nothing is sent because there is nothing to tell any more; `detail` says why. */
export function skipped(outcome: string, detail: string): DeliveryResult {
  return { state: 'skipped', outcome, detail, status: null, durationMs: 0 };
}

/** Nothing is sent because nobody may be told; `detail` says why. */
function undeliverable(outcome: string, detail: string): DeliveryResult {
  return { state: 'undeliverable', outcome, detail, status: null, durationMs: 0 };
}

/** Sends claimed alerts of one message group to their recipient, in one message. */
export async function send(
  deps: NotifierDeps,
  alerts: readonly Alert[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  expectClaimed(alerts, deps.clock.now());
  const contents = alerts.map((alert) => alert.content);
  return alerts[0]?.channel === 'email'
    ? mailAlerts(deps, contents, monitor)
    : postAlerts(deps, contents, monitor);
}

/** Throws when a claim may end before the delivery does: another notifier could then send something newer first. */
function expectClaimed(alerts: readonly Alert[], now: Instant): void {
  const isClaimed = alerts.every(({ claimedUntil }) => (claimedUntil ?? 0) >= now + LIMITS.deliveryTimeoutMs);
  if (!isClaimed) throw new Error('The claim is over before the alert can be told.');
}

/** Mails alerts, to an address that has said that it wants them and to no other. */
async function mailAlerts(
  deps: NotifierDeps,
  contents: AlertContent[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  const address = recipientOf(monitor, 'email');
  if (address === null) return skipped('no_address', 'alert_to was turned off meanwhile.');
  const startedAt = deps.clock.now();
  const addressHash = addressHashOf(address);
  const named = { spaceId: monitor.spaceId, addressHash, address };
  const consent = await consentFor(deps.table, monitor, named, startedAt);
  if (consent?.state === 'unsubscribed')
    return undeliverable('unsubscribed', 'The address has ended these mails.');
  if (consent?.state === 'bounced' || consent?.state === 'complained') {
    return undeliverable(consent.state, STOPPED_BECAUSE[consent.state]);
  }
  if (consent?.state !== 'confirmed') {
    return undeliverable('not_confirmed', 'The address has not confirmed that it wants these mails.');
  }
  const page = `${urlsOf(deps.config).base}/email/${consentToken(await deps.secret(), monitor.spaceId, addressHash)}`;
  const content = groupMail(contents, { unsubscribeUrl: page, statusUrl: null });
  const mail = { to: consent.address, ...content, unsubscribeUrl: `${page}/unsubscribe` };
  const { sent, outcome, detail } = await deps.mailer.send(mail);
  if (outcome === 'no_sender') return undeliverable(outcome, detail);
  const durationMs = deps.clock.now() - startedAt;
  return { state: sent ? 'sent' : 'failed', outcome, status: null, detail, durationMs };
}

/** POSTs alerts to the monitor's alert_url, signed as in Standard Webhooks. Only chat hooks get several at once. */
async function postAlerts(
  deps: NotifierDeps,
  contents: AlertContent[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  const url = recipientOf(monitor, 'webhook');
  if (url === null) return skipped('no_address', 'alert_url was turned off meanwhile.');
  const { contentType, body, headers } = groupBodyFor(url, contents);
  const id = contents[0]?.alertId ?? '';
  const now = deps.clock.now();
  const secret = await deps.secret();
  const secrets = signingVersions(monitor, now).map((version) => webhookSecret(secret, monitor, version));
  const { delivered, outcome, status, detail, durationMs } = await deps.sendWebhook({
    url,
    body,
    contentType,
    headers: { ...headers, ...signatureHeaders(secrets, id, Math.floor(now / 1000), body) },
    timeoutMs: LIMITS.deliveryTimeoutMs,
    allowLoopback: deps.config.allowLoopbackAlerts,
  });
  return { state: delivered ? 'sent' : 'failed', outcome, status, detail, durationMs };
}
