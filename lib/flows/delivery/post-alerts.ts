import { signatureHeaders } from '../../adapters/webhook-signature.ts';
import { recipientOf } from '../../domain/alert/channel.ts';
import { groupBodyFor } from '../../domain/alert/group-chat.ts';
import type { AlertContent } from '../../domain/alert/alert-content.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import { webhookSecret } from '../../runtime/derived-secrets.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { skipped, type DeliveryResult } from './delivery-result.ts';

/** POSTs alerts to the monitor's alert_url, signed as in Standard Webhooks. Only chat hooks get several at once. */
export async function postAlerts(
  deps: NotifierDeps,
  contents: AlertContent[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  const url = recipientOf(monitor, 'webhook');
  if (url === null) return skipped('no_address', 'alert_url was turned off meanwhile.');
  const { contentType, body, headers } = groupBodyFor(url, contents);
  const secret = webhookSecret(await deps.secret(), monitor.spaceId);
  const id = contents[0]?.alertId ?? '';
  const sentAtSec = Math.floor(deps.clock.now() / 1000);
  const { delivered, outcome, status, detail, durationMs } = await deps.sendWebhook({
    url,
    body,
    contentType,
    headers: { ...headers, ...signatureHeaders(secret, id, sentAtSec, body) },
    timeoutMs: LIMITS.deliveryTimeoutMs,
    allowLoopback: deps.config.allowLoopbackAlerts,
  });
  return { state: delivered ? 'sent' : 'failed', outcome, status, detail, durationMs };
}
