import { ownPingPath } from '../contract/monitors/ping-paths.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { shown } from '../domain/decision.ts';
import { rpcRefusal } from './gateway/gateway-reply.ts';

/** Sees every request before the gateway does; true means that it has answered. */
export type Before = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>;

const NAMES = ['localhost', '127.0.0.1', '[::1]'];
const READS = new Set(['GET', 'HEAD']);

/**
 * As the gateway's `before` hook: lets in who calls this machine by its own name, and of other sites' pages only those
 * that read. With loopback alerts anybody who can create a monitor has the service POST to any port of this machine, and
 * the API answers every page by `Access-Control-Allow-Origin: *`; so would a page on the web, or one whose name was
 * pointed here.
 */
export function ownCallersOnly(then: Before): Before {
  return (req, res) => {
    const sentence = refusalOf(req);
    if (sentence === null) return then(req, res);
    refuse(res, rpcRefusal(req, 403, sentence.detail) ?? sentence);
    return true;
  };
}

/** Why a request is refused, in one sentence; null when it is not. */
function refusalOf(req: IncomingMessage): { error: string; detail: string } | null {
  const { host = '', origin } = req.headers;
  const port = req.socket.localPort;
  const own = NAMES.map((name) => `${name}:${port}`);
  if (!own.includes(host.toLowerCase())) {
    return {
      error: 'invalid_host',
      detail: `Host must be ${own.join(' or ')} while --allow-loopback-alerts is on; got ${shown(host)}.`,
    };
  }
  if (isPlainRead(req) || isOwnPage(req)) return null;
  return {
    error: 'invalid_origin',
    detail: `Another site may only read while --allow-loopback-alerts is on; Origin was ${shown(origin ?? 'not sent')}.`,
  };
}

/**
 * A browser says itself where a request comes from (Sec-Fetch-Site, which no page can set): a page that names no referrer
 * posts a form with `Origin: null`, and an image of another site is asked for without any Origin.
 */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

/** A ping by GET writes, whatever its method says. */
function isPlainRead(req: IncomingMessage): boolean {
  return READS.has(req.method ?? '') && !ownPingPath(req.url ?? '').startsWith('/in/');
}

function refuse(res: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  res.writeHead(403, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    // What is left of a body that nobody reads must not be taken for the next request.
    connection: 'close',
  });
  res.end(text);
}
