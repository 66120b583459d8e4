import middy from '@middy/core';
import { isUtf8 } from 'node:buffer';
import type {
  ALBEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import type { Call, CallBody, Reply } from '../call.ts';
import { clientAddressOf, withoutMark } from './client-address.ts';
import type { Config } from '../../config/config.ts';

export type LambdaReply = APIGatewayProxyStructuredResultV2;
export type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<LambdaReply>;

/** What answers the calls of a function, and what it says of one whose answer failed or took too long. */
export interface Answering {
  answer(call: Call): Promise<Reply>;
  refuse(call: Call, error: unknown): Reply;
}

/**
 * How middy runs a handler: calls that are each in time may be too slow together, so a second before Lambda would end
 * the function it fails as `TimeoutError`, and the caller hears 503 instead of nothing.
 */
const inTime = { timeoutEarlyInMillis: 1_000 };

/** What stands before the function, as far as it changes calls and replies. */
export type FrontSettings = Pick<Config, 'securityHeaders' | 'originMark'>;

/** A reply as its caller takes it, by the `Accept-Encoding`. */
type Pack = (reply: Reply, accepted: string | undefined) => Promise<Reply> | Reply;

/**
 * The Lambda handler of an HTTP function. Here alone an event of API Gateway becomes a call, and a reply its result. What
 * answers pings packs nothing, and so does not load what packs.
 */
export function lambdaHandler(
  { answer, refuse }: Answering,
  front: FrontSettings,
  pack: Pack = (reply) => reply,
): LambdaHandler {
  const call = (event: APIGatewayProxyEventV2) => callOf(event, front.originMark);
  const result = (reply: Reply, { requestContext: { requestId } }: APIGatewayProxyEventV2) =>
    resultOf(identified(secured(reply, front), requestId));
  const handle = middy<APIGatewayProxyEventV2, LambdaReply>(inTime)
    .use({
      onError: (request) =>
        void (request.response = result(refuse(call(request.event), request.error), request.event)),
    })
    .handler(async (event) =>
      result(await pack(await answer(call(event)), event.headers['accept-encoding']), event),
    ) as unknown as LambdaHandler;
  return (event, context) =>
    'elb' in event.requestContext ? balanced(event, context) : handle(event, context);

  /** What a load balancer sends is taken for what API Gateway would have sent. */
  async function balanced(event: object, context: Context): Promise<LambdaReply> {
    const { gatewayEventOf, balancerResultOf } = await import('./balancer-event.ts');
    return balancerResultOf(await handle(gatewayEventOf(event as ALBEvent), context));
  }
}

/** Every answer says by which id the log knows its call (DECISIONS.md "HTTP" 4). */
function identified(reply: Reply, requestId: string): Reply {
  return { ...reply, headers: { ...reply.headers, 'x-request-id': requestId } };
}

/** Nothing is copied or decoded before it is asked for: a ping asks for little. */
export function callOf(event: APIGatewayProxyEventV2, originMark: Config['originMark'] = null): Call {
  const { http, requestId } = event.requestContext;
  return {
    method: http.method,
    path: event.rawPath,
    rawQuery: event.rawQueryString,
    headers: withoutMark(event.headers),
    cookies: event.cookies ?? NO_COOKIES,
    body: new EventBody(event.body ?? '', event.isBase64Encoded),
    clientAddress: clientAddressOf(event, originMark),
    requestId,
    routeKey: event.routeKey,
  };
}

const NO_COOKIES: readonly string[] = [];

/** Text where the gateway took the content type for text, else base64. */
class EventBody implements CallBody {
  readonly #sent: string;
  readonly #isBase64: boolean;

  constructor(sent: string, isBase64: boolean) {
    this.#sent = sent;
    this.#isBase64 = isBase64;
  }

  get byteLength(): number {
    return Buffer.byteLength(this.#sent, this.#isBase64 ? 'base64' : 'utf8');
  }

  bytes(): Buffer {
    return Buffer.from(this.#sent, this.#isBase64 ? 'base64' : 'utf8');
  }

  end(maxBytes: number): { bytes: Buffer; isWhole: boolean } {
    const { bytes, skipped } = this.#isBase64 ? this.#endOfBase64(maxBytes) : this.#endOfText(maxBytes);
    return {
      bytes: bytes.subarray(Math.max(0, bytes.length - maxBytes)),
      isWhole: !skipped && bytes.length <= maxBytes,
    };
  }

  /** A unit of text has at least one byte, so these are never too few; one more, since the cut may split a character. */
  #endOfText(maxBytes: number) {
    return { bytes: Buffer.from(this.#sent.slice(-maxBytes - 1)), skipped: this.#sent.length > maxBytes };
  }

  /** Four characters hold three bytes, from a multiple of four on. */
  #endOfBase64(maxBytes: number) {
    const from = Math.max(0, Math.floor((this.byteLength - maxBytes) / 3) * 4);
    return {
      bytes: Buffer.from(from === 0 ? this.#sent : this.#sent.slice(from), 'base64'),
      skipped: from > 0,
    };
  }

  /** The gateway puts U+FFFD for bytes that are no UTF-8 in bodies that it takes for text. */
  text(): string | null {
    if (!this.#isBase64) return this.#sent.includes('\uFFFD') ? null : this.#sent;
    const bytes = this.bytes();
    return isUtf8(bytes) ? bytes.toString('utf8') : null;
  }
}

function resultOf({ status, headers, cookies, body }: Reply): LambdaReply {
  const isText = typeof body === 'string';
  return {
    statusCode: status,
    headers,
    body: isText ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
    ...(!isText && { isBase64Encoded: true }),
    ...(cookies && { cookies: [...cookies] }),
  };
}

/**
 * What every answer carries at the edge; the functions send the same where there is none. The stack's policy is held to
 * these by a test.
 */
export const SECURITY_HEADERS = {
  /** Whatever the reply says. */
  always: { 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff' },
  /** Paths carry tokens, so no page may leak its address. A Content-Security-Policy is each page's own. */
  unlessSaid: { 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' },
} as const;

/** A reply as it leaves the function. */
export function secured(reply: Reply, { securityHeaders }: Pick<Config, 'securityHeaders'>): Reply {
  if (securityHeaders?.by !== 'function') return reply;
  const { always, unlessSaid } = SECURITY_HEADERS;
  return { ...reply, headers: { ...unlessSaid, ...reply.headers, ...always } };
}
