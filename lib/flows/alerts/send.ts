import { hashOf } from '../../adapters/ids.ts';
import { awsTargetOf } from '../../domain/alerts/sending/aws-target.ts';
import { signatureHeaders } from '../../adapters/alerts/webhook-signature.ts';
import { ownerOfSpace } from '../../data/owners.ts';
import { mayBeToldBy } from '../../domain/alerts/aws-channels.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { mediumOf, recipientOf } from '../../domain/alerts/channel.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { ToldMonitor } from '../../domain/alerts/owner-channel.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import { signingVersions } from '../../domain/monitors/rotation.ts';
import { requestsFor } from '../../render/alerts/alert-request.ts';
import type { AlertRequest } from '../../render/alerts/chat-body.ts';
import type { Told } from '../../render/alerts/told.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { webhookSecret } from '../../runtime/derived-secrets.ts';
import { refusedHere, skipped, type DeliveryResult } from './delivery-result.ts';
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
  if (address === null) return skipped('no_address', 'alert_to has been turned off.');
  if (address === ORGANIZATION) return mailManagers(deps, alerts, monitor);
  const contents = alerts.map(({ content }) => content);
  return mailTo(deps, contents, { monitor, address });
}

/**
 * Sends alerts to the monitor's URL, signed as in Standard Webhooks. Only chats get several at once. What takes more than one
 * request has arrived when all of them have, within the time of one. What leads to AWS is signed as that has it.
 */
export async function postAlerts(
  deps: NotifierDeps,
  contents: Told[],
  monitor: ToldMonitor,
): Promise<DeliveryResult> {
  const url = recipientOf(monitor, 'webhook');
  if (url === null) return skipped('no_address', 'Its destination has been turned off.');
  const aws = awsTargetOf(url);
  const owner = aws ? await ownerOfSpace(deps.table, monitor.spaceId) : undefined;
  // Asked anew each time: the right ends with the setting, and a space may have become another's.
  if (aws && !(owner && mayBeToldBy(deps.config.awsChannels, aws.arn, owner)))
    return refusedHere('not_allowed', NOT_ALLOWED);
  const id = contents[0]?.alertId ?? '';
  const secrets = aws ? [] : await secretsOf(deps, monitor);
  const until = deps.clock.now() + LIMITS.deliveryTimeoutMs;
  let result = skipped('no_address', 'There was nothing to send.');
  const { sending } = monitor;
  for (const request of requestsFor({ url, sending, hashOf, ownerKind: owner?.kind }, contents)) {
    result = await sendRequest(deps, request, { id, secrets, until });
    if (result.state !== 'sent') break;
  }
  return result;
}

const NOT_ALLOWED = 'Whoever runs this service no longer lets you use this topic or event bus.';

async function secretsOf(deps: NotifierDeps, monitor: Monitor): Promise<string[]> {
  const secret = await deps.secret();
  const versions = signingVersions(monitor, deps.clock.now());
  return versions.map((version) => webhookSecret(secret, monitor, version));
}

async function sendRequest(
  deps: NotifierDeps,
  request: AlertRequest,
  { id, secrets, until }: { id: string; secrets: readonly string[]; until: Instant },
): Promise<DeliveryResult> {
  const now = deps.clock.now();
  const signed = secrets.length > 0 && signatureHeaders(secrets, id, Math.floor(now / 1000), request.body);
  const { delivered, outcome, status, detail, durationMs, slowDown } = await deps.sendWebhook({
    ...request,
    headers: { ...request.headers, ...signed },
    timeoutMs: Math.max(1, until - now),
    allowLoopback: deps.config.allowLoopbackAlerts,
  });
  return { state: delivered ? 'sent' : 'failed', outcome, status, detail, durationMs, slowDown };
}
