import { Webhook } from 'standardwebhooks';

/**
 * The value of `webhook-signature` as in Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of id, timestamp and
 * body. `secret` is base64, with or without `whsec_`; throws when it is not or is empty.
 */
export function signWebhook(secret: string, id: string, timestampSec: number, body: string): string {
  return new Webhook(secret).sign(id, new Date(timestampSec * 1000), body);
}

/**
 * The three headers of a signed delivery, one signature for each secret, which a receiver may know either of. The id stays
 * the same over all attempts, the time is the attempt's.
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  timestampSec: number,
  body: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSec),
    'webhook-signature': secrets.map((secret) => signWebhook(secret, id, timestampSec, body)).join(' '),
  };
}
