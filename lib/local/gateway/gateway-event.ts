import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Instant } from '../../domain/instant.ts';

const STAGE = '$default';
const ACCOUNT_ID = '000000000000';
const API_ID = 'local';
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
]);
const TEXT_TYPES = new Set(['application/json', 'application/xml', 'application/javascript']);

/**
 * The request line, taken apart as an HTTP API does: the path decoded once and cut at a question mark that was encoded
 * in it (seen in events of AWS, https://github.com/middleapi/standard-server/pull/93), the query as it was sent.
 */
export interface RequestTarget {
  rawPath: string;
  rawQueryString: string;
}

/** What the gateway knows beside the request itself. */
export interface EventFacts {
  target: RequestTarget;
  routeKey: string;
  pathParameters: Record<string, string> | undefined;
  body: Buffer | null;
  now: Instant;
  requestId: string;
}

export function targetOf(url: string): RequestTarget {
  const local = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  const [rawPath] = decodedOnce(path).split('?', 1);
  return { rawPath: rawPath || '/', rawQueryString: mark < 0 ? '' : local.slice(mark + 1) };
}

/** The API Gateway HTTP API event, payload format 2.0, of one request. */
export function eventOf(req: IncomingMessage, facts: EventFacts): APIGatewayProxyEventV2 {
  const { headers, cookies } = headersOf(req);
  const method = req.method ?? 'GET';
  const sourceIp = ipv4Of(req.socket.remoteAddress ?? '127.0.0.1');
  const forwarded = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = forwarded === undefined ? sourceIp : `${forwarded},${sourceIp}`;
  headers['x-forwarded-proto'] ??= 'http';
  const domainName = headers['host'] ?? 'localhost';
  const dot = domainName.indexOf('.');
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey: facts.routeKey,
    rawPath: facts.target.rawPath,
    rawQueryString: facts.target.rawQueryString,
    headers,
    requestContext: {
      accountId: ACCOUNT_ID,
      apiId: API_ID,
      domainName,
      domainPrefix: dot < 0 ? domainName : domainName.slice(0, dot),
      http: {
        method,
        path: facts.target.rawPath,
        protocol: `HTTP/${req.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: facts.requestId,
      routeKey: facts.routeKey,
      stage: STAGE,
      time: commonLogTimeOf(facts.now),
      timeEpoch: facts.now,
    },
    isBase64Encoded: false,
  };
  if (cookies.length > 0) event.cookies = cookies;
  if (facts.target.rawQueryString !== '') event.queryStringParameters = queryOf(facts.target.rawQueryString);
  if (facts.pathParameters !== undefined) event.pathParameters = facts.pathParameters;
  if (facts.body !== null && facts.body.length > 0) putBody(event, facts.body);
  return event;
}

/** A path with a broken escape stays as it was sent. */
function decodedOnce(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Read from `rawHeaders`, since `req.headers` drops some repeats that the gateway joins. */
function headersOf(req: IncomingMessage): { headers: Record<string, string>; cookies: string[] } {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  const raw = req.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    if (name === 'cookie') pushCookies(cookies, value);
    else if (!HOP_BY_HOP.has(name)) {
      const before = headers[name];
      headers[name] = before === undefined ? value : `${before},${value}`;
    }
  }
  return { headers, cookies };
}

function pushCookies(cookies: string[], header: string): void {
  for (const part of header.split(';')) {
    const cookie = part.trim();
    if (cookie !== '') cookies.push(cookie);
  }
}

function queryOf(rawQueryString: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const before = query[name];
    query[name] = before === undefined ? value : `${before},${value}`;
  }
  return query;
}

function putBody(event: APIGatewayProxyEventV2, body: Buffer): void {
  const contentType = event.headers['content-type'] ?? '';
  const semicolon = contentType.indexOf(';');
  const mediaType = (semicolon < 0 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
  // What is encoded is no text, whatever it was before; that is how AWS documents it for load balancers.
  const isEncoded = event.headers['content-encoding'] !== undefined;
  event.isBase64Encoded = isEncoded || !(mediaType.startsWith('text/') || TEXT_TYPES.has(mediaType));
  event.body = body.toString(event.isBase64Encoded ? 'base64' : 'utf8');
}

function ipv4Of(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

let lastSecond = { second: -1, text: '' };

/** `20/Nov/2026:13:05:09 +0000`; kept for a second, since it is the same for every request of it. */
function commonLogTimeOf(now: Instant): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond.second) {
    const [, day, month, year, time] = new Date(now).toUTCString().split(' ');
    lastSecond = { second, text: `${day}/${month}/${year}:${time} +0000` };
  }
  return lastSecond.text;
}
