import { noteTime } from '../state/clock.ts';
import { acting, keepActing } from './acting.ts';
import { ApiError, errorOf, unanswered } from './api-error.ts';
import { csrfToken, renewCsrf } from './csrf.ts';
import {
  addressOf,
  operationOf,
  type CallKind,
  type Input,
  type OperationName,
  type Output,
  type SomeInput,
} from './operations.ts';
import { gone, noteNobody, noteNoMember, noteOwner, viewer } from './viewer.ts';

const TIMEOUT_MS = 30_000;
const NOT_OPEN: ReadonlySet<string> = new Set(['organization_not_found', 'organization_forbidden']);

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

/** What was answered; `same` where the entity tag still holds. */
export type Answer<T> = { same: true } | { same: false; value: T; etag: string | null };

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
  const send = async () => {
    const headers = headersOf(kind, input, options);
    if (isWrite && kind !== 'open') headers.set('X-CSRF-Token', await csrfToken());
    return fetched(addressOf(path, input), { method, headers, ...bodyOf(kind, input) }, options);
  };
  let reply = await send();
  if (isWrite && reply.status === 403 && (await isForged(reply)) && (await renewCsrf())) reply = await send();
  return answerOf<Output<N>>(reply, kind);
}

async function answerOf<T>(reply: Response, kind: CallKind | undefined): Promise<Answer<T>> {
  if (kind !== 'open') noteCaller(reply, kind);
  if (reply.status === 304) return { same: true };
  if (!reply.ok) throw noted(await errorOf(reply));
  const isJson = (reply.headers.get('content-type') ?? '').includes('json');
  const text = await reply.text();
  const value = (isJson ? JSON.parse(text) : text === '' ? undefined : text) as T;
  return { same: false, value, etag: reply.headers.get('etag') };
}

/** A guest acts for itself alone, whatever was chosen by who signed in before. */
function isForOrganization(kind: CallKind | undefined): boolean {
  return acting !== null && kind !== 'open' && (viewer.value === 'unknown' || viewer.value === 'account');
}

/** An organization that is not open to the caller is not asked for again by the pages to come. */
function noted(error: ApiError): ApiError {
  if (acting !== null && NOT_OPEN.has(error.code)) {
    keepActing(null);
    noteNoMember();
  }
  return error;
}

/** Who was answered. What the view is no longer for is not shown. */
function noteCaller(reply: Response, kind: CallKind | undefined): void {
  noteTime(reply.headers.get('date'));
  const context = reply.headers.get('x-mm-context');
  const isNobodys = kind === 'optional' && context === null;
  if (reply.status === 401) noteNobody();
  else if ((reply.ok || reply.status === 304) && !isNobodys) noteOwner(context);
  if (gone.value !== null)
    throw new ApiError('This page is no longer yours; load it again.', {
      status: 401,
      code: 'invalid_session',
    });
}

function headersOf(
  kind: CallKind | undefined,
  { body }: SomeInput,
  { etag, key, payment, credit, paymentView }: CallOptions,
): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (typeof body === 'string' && kind === 'text') headers.set('content-type', 'text/plain');
  else if (body !== undefined && !(body instanceof Blob)) headers.set('content-type', 'application/json');
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
  return {
    body: body instanceof Blob || (kind === 'text' && typeof body === 'string') ? body : JSON.stringify(body),
  };
}

async function fetched(
  address: string,
  init: RequestInit,
  { signal, keepalive = false }: CallOptions,
): Promise<Response> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])];
  try {
    return await fetch(address, { ...init, keepalive, signal: AbortSignal.any(signals) });
  } catch (error) {
    throw signal?.aborted ? error : unanswered(error);
  }
}

async function isForged(reply: Response): Promise<boolean> {
  const body = (await reply
    .clone()
    .json()
    .catch(() => ({}))) as { error?: string };
  return body.error === 'invalid_csrf';
}
