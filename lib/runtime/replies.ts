import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Refusal } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import { TextReply } from './context.ts';
import { jsonLog, type Log } from './log.ts';

export type LambdaReply = APIGatewayProxyStructuredResultV2;

/** CORS is answered here, not by the gateway, which would overwrite what one route needs otherwise. */
const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, ETag, Retry-After',
  'x-content-type-options': 'nosniff',
};

/** After how long what fails for a moment is worth a repeat. */
const PASSING_SEC = 5;

/**
 * How middy runs a handler: calls that are each in time may be too slow together, so a second before Lambda would end
 * the function it fails as `TimeoutError`, and the caller hears 503 instead of nothing.
 */
export const inTime = { timeoutEarlyInMillis: 1_000 };

/** The reply to what an operation returned. */
export function replyTo(operation: Operation, result: unknown, event: APIGatewayProxyEventV2): LambdaReply {
  if (!(result instanceof TextReply)) return jsonReply(operation.status, result, event);
  const { output } = operation;
  const type = 'json' in output ? 'application/json; charset=utf-8' : output.contentType;
  return textReply(result.status ?? operation.status, result.text, event, {
    'content-type': type,
    ...result.headers,
  });
}

/** A reply of any type in the house form: never cached unless `headers` say so, with the request id. */
export function textReply(
  statusCode: number,
  body: string,
  event: APIGatewayProxyEventV2,
  headers: Record<string, string>,
): LambdaReply {
  return finish({ statusCode, headers: { 'cache-control': 'no-store', ...headers }, body }, event);
}

/** A JSON reply in the house form: never cached, with the request id. */
export function jsonReply(
  statusCode: number,
  body: unknown,
  event: APIGatewayProxyEventV2,
  headers: Record<string, string> = {},
): LambdaReply {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return textReply(statusCode, JSON.stringify(body), event, { ...type, ...headers });
}

/** The reply to an error: a refusal as it says, anything else a 500 that tells nothing but the request id. */
export function errorReply(error: unknown, event: APIGatewayProxyEventV2, log: Log = jsonLog): LambdaReply {
  const refusal = error instanceof Refusal ? error : ourFault(error, event, log);
  const { code, detail, extra, status } = refusal;
  const retryAfterSec = refusal.retryAfterSec ?? (status === 503 ? PASSING_SEC : undefined);
  const retry = retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) };
  return jsonReply(status, { error: code, ...(detail !== undefined && { detail }), ...extra }, event, retry);
}

function ourFault(error: unknown, event: APIGatewayProxyEventV2, log: Log): Refusal {
  log.error('operation_failed', error, { requestId: event.requestContext.requestId, route: event.routeKey });
  const requestId = event.requestContext.requestId;
  return isPassing(error)
    ? new Refusal('indisponivel', `The service is busy; repeat the call. Request ${requestId}.`)
    : new Refusal('erro_interno', `Something failed on our side; request ${requestId} finds it in the log.`);
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

function finish(reply: LambdaReply, event: APIGatewayProxyEventV2): LambdaReply {
  const headers = { ...COMMON_HEADERS, 'x-request-id': event.requestContext.requestId, ...reply.headers };
  return event.requestContext.http.method === 'HEAD'
    ? { ...reply, headers, body: '' }
    : { ...reply, headers };
}
