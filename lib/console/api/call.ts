import { noteAhead, noteTime } from '../state/clock.ts';
import { acting } from './acting.ts';
import { answerOf, refuseGone, type Answer } from './answer.ts';
import { ApiError } from './api-error.ts';
import { csrfToken, renewCsrf } from './csrf.ts';
import { fetched } from './fetched.ts';
import {
  addressOf,
  operationOf,
  type CallKind,
  type Input,
  type OperationName,
  type Output,
  type SomeInput,
} from './operations.ts';
import { refuseGuest, refuseNobody } from './somebody.ts';
import { viewer } from './viewer.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** Goes on when the page is left. */
  keepalive?: boolean;
  /** The entity tag of what the caller has: `same` is answered where it still holds. */
  etag?: string;
  /** Makes a repeat of a POST the same call (`Idempotency-Key`). */
  key?: string;
  /** A payment (`X-PAYMENT`), after an `ApiError` with an offer. */
  payment?: string;
  /** The token of a prepaid credit that pays instead (`X-Credito`). */
  credit?: string;
  /** Says that a payment prompt is seen (SPEC.md "POST /api/pagamento/aberto"). */
  paymentView?: true;
}

type Args<N extends OperationName> =
  Record<never, never> extends Input<N>
    ? [input?: Input<N>, options?: CallOptions]
    : [input: Input<N>, options?: CallOptions];

/** Calls an operation of the catalogue. Throws an `ApiError` for any answer but success, and for none. */
export async function call<N extends OperationName>(
  name: N,
  ...[input, options]: Args<N>
): Promise<Output<N>> {
  const answer = await ask<N>(name, input ?? {}, options);
  if (answer.same) throw new ApiError('The service answered nothing new.', { status: 304, code: 'unknown' });
  return answer.value;
}

/** The same with what a poll needs. */
export async function ask<N extends OperationName>(
  name: N,
  input: SomeInput,
  options: CallOptions = {},
): Promise<Answer<Output<N>>> {
  const [method, path, kind] = operationOf(name);
  const isWrite = method !== 'GET';
  if (kind === undefined || kind === 'text') await refuseNobody();
  if (kind === 'own') await refuseGuest();
  const sent = { method, headers: headersOf(kind, input, options), ...bodyOf(kind, input) };
  const send = async () => {
    if (isWrite && kind !== 'open') sent.headers.set('X-CSRF-Token', await csrfToken());
    if (kind !== 'open') refuseGone();
    const { signal, keepalive = false } = options;
    return fetched(addressOf(path, input), { ...sent, keepalive, signal });
  };
  let reply = await send();
  if (isWrite && reply.status === 403 && (await isForged(reply)) && (await renewCsrf())) reply = await send();
  // What is the same for all may come out of a cache.
  if (kind !== 'open') {
    noteTime(reply.headers.get('date'));
    noteAhead(reply.headers.get('x-clock-ahead'));
  }
  return answerOf<Output<N>>(reply, { kind, isByCredit: options.credit !== undefined, sent });
}

/** A guest acts for itself alone, whatever was chosen by who signed in before. */
function isForOrganization(kind: CallKind | undefined): boolean {
  if (acting === null || kind === 'open' || kind === 'own') return false;
  return viewer.value === 'unknown' || viewer.value === 'account';
}

function headersOf(
  kind: CallKind | undefined,
  { body }: SomeInput,
  { etag, key, payment, credit, paymentView }: CallOptions,
): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (typeof body === 'string' && kind === 'text') headers.set('content-type', 'text/plain');
  else if (body instanceof Blob) headers.set('content-type', body.type);
  else if (body !== undefined) headers.set('content-type', 'application/json');
  if (isForOrganization(kind)) headers.set('x-organization', acting ?? '');
  if (etag !== undefined) headers.set('if-none-match', etag);
  if (key !== undefined) headers.set('idempotency-key', key);
  if (payment !== undefined) headers.set('x-payment', payment);
  if (credit !== undefined) headers.set('x-credito', credit);
  if (paymentView) headers.set('x-mm-payment-view', '1');
  return headers;
}

function bodyOf(kind: CallKind | undefined, { body }: SomeInput): { body?: BodyInit } {
  if (body === undefined) return {};
  const isAsItIs = body instanceof Blob || (kind === 'text' && typeof body === 'string');
  return { body: isAsItIs ? body : JSON.stringify(body) };
}

async function isForged(reply: Response): Promise<boolean> {
  const body = (await reply
    .clone()
    .json()
    .catch(() => ({}))) as { error?: string };
  return body.error === 'invalid_csrf';
}

/** A key that makes repeats of a call the same call (`Idempotency-Key`). */
export function newKey(): string {
  return crypto.randomUUID();
}
