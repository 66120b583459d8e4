import { Refusal } from '../../lib/contract/errors.ts';
import {
  PAYING_HEADERS,
  type FirstPingEvent,
  type FirstPingOutcome,
  type PayingHeaders,
} from '../../lib/flows/billing/first-ping-event.ts';
import { inConfirmation } from '../../lib/flows/billing/payment-pending.ts';
import type { Receipt } from '../../lib/flows/billing/payment.ts';
import type { FirstPing } from '../../lib/flows/monitors/first-ping.ts';
import type { Call } from '../../lib/runtime/call.ts';
import { required } from '../../lib/config/config.ts';
import type { IngestDeps } from '../../lib/runtime/deps.ts';

/**
 * Has billing settle what a call carries to pay for its first ping: then the owner has a slot, and the receipt is for the
 * caller. Undefined for a call that carries nothing, and where nothing can be paid. Throws what billing refuses, and 503
 * where it is not known what it did.
 */
export async function payFirstPing(
  { config, invoke, log }: IngestDeps,
  { key, slug, sentAs, intervals, schedule }: FirstPing,
  { method, headers: sent }: Pick<Call, 'method' | 'headers'>,
): Promise<{ receipt: Receipt | null } | undefined> {
  const headers = payingHeadersOf(sent);
  if (!headers || required(config.billing, 'how it charges').mode === 'dev') return undefined;
  const ping = { key, slug, sentAs, intervals, ...(schedule && { schedule }) };
  const event: FirstPingEvent = { kind: 'first-ping', ping, method, headers };
  const reply = await invoke('billing', event);
  if (reply.kind === 'unavailable') {
    log.warn('payment_unanswered', { why: reply.why });
    throw inConfirmation();
  }
  const outcome = reply.answer as FirstPingOutcome;
  if (outcome.kind === 'settled') return outcome;
  throw new Refusal(outcome.code, outcome.detail, outcome.fields, outcome.retryAfterSec);
}

/** Undefined where none of them pays. */
function payingHeadersOf(sent: Call['headers']): PayingHeaders | undefined {
  const headers: PayingHeaders = {};
  for (const name of PAYING_HEADERS) {
    const value = sent[name];
    if (value !== undefined) headers[name] = value;
  }
  // Any other is somebody's credential, and no business of billing's.
  if (!/^bearer cred_/i.test(headers.authorization ?? '')) delete headers.authorization;
  const pays = headers['x-payment'] ?? headers['x-credito'] ?? headers.authorization;
  return pays === undefined ? undefined : headers;
}
