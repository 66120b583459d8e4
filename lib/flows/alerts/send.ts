import { signatureHeaders } from '../../adapters/alerts/webhook-signature.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { mediumOf, recipientOf } from '../../domain/alerts/channel.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import { signingVersions } from '../../domain/monitors/rotation.ts';
import { groupBodyFor } from '../../render/alerts/chat-list-body.ts';
import type { Told } from '../../render/alerts/told.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { webhookSecret } from '../../runtime/derived-secrets.ts';
import { skipped, type DeliveryResult } from './delivery-result.ts';
import { mailManagers } from './mail-managers.ts';
import { mailTo } from './mail-to.ts';
import type { Message } from './wait-in-line.ts';

/** Alerts that share a message, with what it says of each, in the same order. */
export interface ToldMessage extends Message {
  contents: Told[];
}

/** Sends leased alerts of one message group to their recipient, in one message. */
export async function send(
  deps: NotifierDeps,
  { alerts, contents, monitor }: ToldMessage,
): Promise<DeliveryResult> {
  expectLeased(alerts, deps.clock.now());
  const [first] = alerts;
  if (!first || mediumOf(first.channel) !== 'email') return postAlerts(deps, contents, monitor);
  const told = alerts.map((alert, at) => ({ ...alert, content: contents[at] ?? alert.content }));
  return mailAlerts(deps, told, monitor);
}

/** Nothing is wrong: the alert is let go and comes again. It may be that the clock was set meanwhile. */
export class LeaseIsOver extends Error {}

/** Throws `LeaseIsOver` when a lease may end before the delivery does: another notifier could then send something newer first. */
function expectLeased(alerts: readonly Alert[], now: Instant): void {
  const isLeased = alerts.every(({ claimedUntil }) => (claimedUntil ?? 0) >= now + LIMITS.deliveryTimeoutMs);
  if (!isLeased) throw new LeaseIsOver('The lease is over before the alert can be told.');
}

/** Tells by the one way that a monitor has, which is no alert of the ledger. */
export function tellDirectly(
  deps: NotifierDeps,
  contents: Told[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  const { alertTo: address } = monitor;
  if (address === null) return postAlerts(deps, contents, monitor);
  return mailTo(deps, contents, { monitor, address });
}

async function mailAlerts(
  deps: NotifierDeps,
  alerts: readonly Alert[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  const address = recipientOf(monitor, 'email');
  if (address === null) return skipped('no_address', 'alert_to was turned off meanwhile.');
  if (address === ORGANIZATION) return mailManagers(deps, alerts, monitor);
  const contents = alerts.map(({ content }) => content);
  return mailTo(deps, contents, { monitor, address });
}

/** POSTs alerts to the monitor's alert_url, signed as in Standard Webhooks. Only chat hooks get several at once. */
export async function postAlerts(
  deps: NotifierDeps,
  contents: Told[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  const url = recipientOf(monitor, 'webhook');
  if (url === null) return skipped('no_address', 'Where it leads was turned off meanwhile.');
  const { contentType, body, headers } = groupBodyFor(url, contents);
  const id = contents[0]?.alertId ?? '';
  const now = deps.clock.now();
  const secret = await deps.secret();
  const secrets = signingVersions(monitor, now).map((version) => webhookSecret(secret, monitor, version));
  const { delivered, outcome, status, detail, durationMs, slowDown } = await deps.sendWebhook({
    url,
    body,
    contentType,
    headers: { ...headers, ...signatureHeaders(secrets, id, Math.floor(now / 1000), body) },
    timeoutMs: LIMITS.deliveryTimeoutMs,
    allowLoopback: deps.config.allowLoopbackAlerts,
  });
  return { state: delivered ? 'sent' : 'failed', outcome, status, detail, durationMs, slowDown };
}
