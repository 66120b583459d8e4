import { Webhook } from 'standardwebhooks';

/**
 * The value of `webhook-signature` as in Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of id, timestamp and
 * body. `secret` is base64, with or without `whsec_`; throws when it is not or is empty.
 */
export function signWebhook(secret: string, id: string, timestampSec: number, body: string): string {
  return new Webhook(secret).sign(id, new Date(timestampSec * 1000), body);
}

/** The three headers of a signed delivery. The id stays the same over all attempts, the time is the attempt's. */
export function signatureHeaders(
  secret: string,
  id: string,
  timestampSec: number,
  body: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSec),
    'webhook-signature': signWebhook(secret, id, timestampSec, body),
  };
}
