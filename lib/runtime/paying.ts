import { CREDENTIALS } from '../contract/credentials.ts';
import type { Operation } from '../contract/operation.ts';
import { takesPayment } from '../contract/billing/billing-note.ts';
import { parsePayment } from '../domain/billing/x402/parse-payment.ts';
import type { Call } from './call.ts';
import type { Config } from '../config/config.ts';
import { sentOf } from './callers/sent-credential.ts';
import { hashOf } from '../adapters/ids.ts';

/** How a call pays, and the call itself, to which a payment is bound. */
export interface Paying {
  /** `X-PAYMENT`, as it was sent. */
  payment: string | undefined;
  /** The token of a prepaid credit. */
  credit: string | undefined;
  /** What opens a rehearsal: `X-Homolog-Credential`. */
  credential: string | undefined;
  /** Without its owner, who is known only to the operation. */
  call: () => Omit<PaidCall, 'ownerId'>;
}

/** What a call says of how it pays. */
export function payingOf(
  { method, path: route }: Pick<Operation, 'method' | 'path'>,
  call: Call,
  params: Readonly<Record<string, string>>,
): Paying {
  return {
    payment: call.headers['x-payment'],
    credit: sentOf(CREDENTIALS.credit, call)?.token,
    credential: call.headers['x-homolog-credential'],
    call: () => ({ method, route, ids: params, query: call.rawQuery, body: call.body.bytes() }),
  };
}

/**
 * By what a call that pays may be repeated although it names no key: its payment, in one spelling. Undefined where it
 * pays nothing, or not so that it could be read.
 */
export function paymentKeyOf(
  operation: Pick<Operation, 'errors'>,
  { headers }: Call,
  { billing }: Pick<Config, 'billing'>,
): string | undefined {
  const sent = headers['x-payment'];
  if (sent === undefined || !takesPayment(operation)) return undefined;
  if (billing === null || billing.mode === 'dev') return undefined;
  const read = parsePayment(sent);
  if (!read.ok) return undefined;
  const { network, authorization } = read.value;
  return `x402 ${network} ${authorization.from} ${authorization.nonce}`.toLowerCase();
}

/** What a payment is bound to: one call of one owner. */
export interface PaidCall {
  method: string;
  /** The path of the operation as the catalogue has it, such as `/api/endpoints/:id`. */
  route: string;
  /** What stands in the path, by name. */
  ids: Readonly<Record<string, string>>;
  /** As it was sent. */
  query: string;
  ownerId: string;
  body: Uint8Array;
}

/** A hash that two calls share only if they are the same: a signature of a wallet covers none of it. */
export function callFingerprint({ method, route, ids, query, ownerId, body }: PaidCall): string {
  const named = Object.entries(ids).sort(([left], [right]) => (left < right ? -1 : 1));
  return hashOf(JSON.stringify([method, route, named, query, ownerId, hashOf(body)]));
}
