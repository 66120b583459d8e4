import { signatureHeaders } from '../../lib/adapters/webhook-signature.ts';
import { bodyFor } from '../../lib/domain/alert/chat-shape.ts';
import type { AlertRecord } from '../../lib/domain/alert/alert-record.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { webhookSecret } from '../../lib/runtime/derived-secrets.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import type { Told } from './told.ts';

/** POSTs an alert to the monitor's alert_url, signed as in Standard Webhooks. */
export async function postAlert(deps: NotifierDeps, alert: AlertRecord, monitor: Monitor): Promise<Told> {
  if (monitor.alertUrl === null) {
    return {
      state: 'skipped',
      outcome: 'no_address',
      status: null,
      detail: 'alert_url was turned off meanwhile.',
      durationMs: 0,
    };
  }
  const { contentType, body, headers } = bodyFor(monitor.alertUrl, alert.notice);
  const secret = webhookSecret(await deps.secret(), monitor.spaceId);
  const delivery = await deps.sendWebhook({
    url: monitor.alertUrl,
    body,
    contentType,
    headers: {
      ...headers,
      ...signatureHeaders(secret, alert.notice.alertId, Math.floor(deps.clock.now() / 1000), body),
    },
    timeoutMs: LIMITS.deliveryTimeoutMs,
    allowLoopback: deps.config.allowLoopbackAlerts,
  });
  const { delivered, outcome, status, detail, durationMs } = delivery;
  return { state: delivered ? 'sent' : 'failed', outcome, status, detail, durationMs };
}
