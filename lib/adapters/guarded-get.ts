import type http from 'node:http';
import { BLOCKED_ADDRESS, DNS_FAILED, type Resolve } from './guarded-lookup.ts';
import { guardedTarget, isBlocked, openGuarded, type GuardedTarget } from './guarded-request.ts';

export interface GuardedGet {
  url: string;
  /** For all of it: name, connection, TLS, headers and body. */
  timeoutMs: number;
  /** Of the body, which is not read further. */
  maxBytes: number;
  /** Besides, and in place of those that a source of numbers is asked with. */
  headers?: http.OutgoingHttpHeaders;
  /** Only on one machine: `localhost` and `127.0.0.1` may be asked, over plain HTTP too. */
  allowLoopback: boolean;
  /** How names are resolved; the system's way unless given. */
  resolve?: Resolve;
}

/** Fit for a log and for whoever set the address: nothing of the body, nor of the URL. */
export type NotFetched =
  | 'bad_url'
  | 'blocked_address'
  | 'dns_failed'
  | 'no_connection'
  | 'timeout'
  | 'redirect'
  | 'status'
  | 'too_large'
  | 'not_json';

export type Fetched =
  | { kind: 'fetched'; json: unknown }
  | { kind: 'not_fetched'; why: NotFetched; status?: number };

/** What is known of an answer that is no 200. */
interface OtherStatus {
  status: number;
}

const HEADERS = { accept: 'application/json', 'user-agent': 'Rollcall/1 (+statistics)' };

/**
 * GETs JSON from an address that another service gave: https, public addresses only, no redirect, with an end in time and
 * size. Sends no credential but those in `headers`, and throws for headers alone that cannot be sent. Bodies are not decompressed, so a small one cannot become large.
 */
export async function getGuarded(request: GuardedGet): Promise<Fetched> {
  const target = guardedTarget(request.url, request);
  if (target === null) return notFetched('bad_url');
  if (isBlocked(target)) return notFetched('blocked_address');
  const body = await read(request, target);
  if (typeof body === 'string') return notFetched(body);
  if ('status' in body) return { ...notFetched('status'), ...body };
  try {
    return { kind: 'fetched', json: JSON.parse(body.toString('utf8')) };
  } catch {
    return notFetched('not_json');
  }
}

type Ending = Buffer | NotFetched | OtherStatus;

/** The body of a 200, or why there is none. */
function read(request: GuardedGet, target: GuardedTarget): Promise<Ending> {
  const { promise, resolve: end } = Promise.withResolvers<Ending>();
  const headers = { ...HEADERS, ...request.headers };
  const sent = openGuarded(target, { method: 'GET', headers, resolve: request.resolve });
  const finish = (ending: Ending): void => {
    clearTimeout(deadline);
    end(ending);
    sent.destroy();
  };
  const deadline = setTimeout(() => finish('timeout'), request.timeoutMs);
  sent.on('error', (error: NodeJS.ErrnoException) => finish(reasonOf(error)));
  sent.on('close', () => finish('no_connection'));
  sent.on('upgrade', () => finish('status'));
  sent.on('response', (response) => {
    const { statusCode: status = 0 } = response;
    if (status === 200) collect(response, request.maxBytes, finish);
    else finish(status >= 300 && status <= 399 ? 'redirect' : { status });
  });
  sent.end();
  return promise;
}

function collect(response: http.IncomingMessage, maxBytes: number, finish: (ending: Ending) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) finish('too_large');
    else chunks.push(chunk);
  });
  response.on('end', () => finish(Buffer.concat(chunks)));
  response.on('error', () => finish('no_connection'));
}

function reasonOf({ code }: NodeJS.ErrnoException): NotFetched {
  if (code === BLOCKED_ADDRESS) return 'blocked_address';
  return code === DNS_FAILED ? 'dns_failed' : 'no_connection';
}

function notFetched(why: NotFetched): Fetched {
  return { kind: 'not_fetched', why };
}
