import { NOWHERE, Refusal } from '../contract/errors.ts';
import type { Call, Reply } from './call.ts';
import { jsonLog, type Log } from './report/log.ts';
import { spelledOut } from '../domain/printable.ts';

/** CORS is answered here, not by the gateway, which would overwrite what one operation needs otherwise. */
const OPEN_TO_SITES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, ETag, Retry-After, Idempotency-Replayed, X-PAYMENT-RESPONSE, X-Credito-Balance, X-Guest-Token',
};

/** Of what a cookie opens: for this browser and its own pages, whatever a cache between thinks. */
const CLOSED_TO_SITES = {
  vary: 'Origin, Cookie, Sec-Fetch-Site',
  'cross-origin-resource-policy': 'same-origin',
};

/** After how long what fails for a moment is worth a repeat. */
const PASSING_SEC = 5;

/** A reply of any type in the house form: never cached unless `headers` say so, without a body to HEAD. */
export function houseReply(
  status: number,
  body: string | Uint8Array,
  call: Call,
  headers: Record<string, string>,
): Reply {
  const common = {
    ...OPEN_TO_SITES,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return { status, headers: { ...common, ...headers }, body: call.method === 'HEAD' ? '' : body };
}

/** The same for pages of this service alone. */
export function closedToSites(reply: Reply): Reply {
  const headers = Object.entries(reply.headers).filter(([name]) => !Object.hasOwn(OPEN_TO_SITES, name));
  return { ...reply, headers: { ...CLOSED_TO_SITES, ...Object.fromEntries(headers) } };
}

/** A JSON reply in the house form: never cached. */
export function jsonReply(
  status: number,
  body: unknown,
  call: Call,
  headers: Record<string, string> = {},
): Reply {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return houseReply(status, jsonText(body), call, { ...type, ...headers });
}

/** The 404 of a path that is no operation's. */
export function notFoundReply(call: Call): Reply {
  return errorReply(new Refusal('not_found', NOWHERE), call);
}

/** The reply to an error: a refusal as it says, anything else a 500 that tells nothing but the request id. */
export function errorReply(error: unknown, call: Call, log: Log = jsonLog): Reply {
  const refusal = refusalOf(error, call, log);
  const { code, detail, extra, status } = refusal;
  const body = { error: code, ...(detail !== undefined && { detail }), ...extra };
  return jsonReply(status, body, call, { ...refusal.headers, ...retryHeader(refusal) });
}

/** What an error is to the caller; a fault of ours is logged. */
export function refusalOf(error: unknown, call: Pick<Call, 'requestId' | 'routeKey'>, log: Log): Refusal {
  return error instanceof Refusal ? error : ourFault(error, call, log);
}

/** When a refused call is worth a repeat, where that is known. */
export function retryHeader({ retryAfterSec, status }: Refusal): Record<string, string> {
  const seconds = retryAfterSec ?? (status === 503 ? PASSING_SEC : undefined);
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

function ourFault(
  error: unknown,
  { requestId, routeKey }: Pick<Call, 'requestId' | 'routeKey'>,
  log: Log,
): Refusal {
  log.error('operation_failed', error, { requestId, route: routeKey });
  return isPassing(error)
    ? new Refusal('indisponivel', `The service is busy; repeat the call. Request ${requestId}.`)
    : new Refusal('erro_interno', `Something failed on our side. Request id: ${requestId}.`);
}

/** Errors of the table or a network call that a repeat of the request may well not meet. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    '$retryable' in error ||
    '$fault' in error ||
    /Throttl|Timeout|ECONN|ThroughputExceeded/.test(`${error.name}${(error as { code?: string }).code ?? ''}`)
  );
}

const ACTING = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu;

/**
 * JSON in which nothing acts on the terminal that it is printed in: by itself it spells out only the controls below the
 * blank, and neither those above nor what turns the direction of a line. Whoever parses it reads the same value.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(ACTING, spelledOut);
}
