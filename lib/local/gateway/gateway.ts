import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2, Context } from 'aws-lambda';
import { aheadSecOf, systemClock, type Clock } from '../../adapters/clock.ts';
import { ownPingPath } from '../../contract/monitors/ping-paths.ts';
import { eventOf, targetOf } from './gateway-event.ts';
import { refuseUnread, sendGatewayError, sendResult } from './gateway-reply.ts';
import { LambdaContext } from '../lambda-context.ts';
import { closeServer } from './close-server.ts';
import { readBody } from './read-body.ts';
import { RouteTable, type RouteMatch } from './route-table.ts';
import { StartError } from '../start-error.ts';

/** API Gateway's limit of a request payload. */
const BODY_MAX_BYTES = 10 * 1024 * 1024;
/** Lambda's limit of an event, as JSON: a body in base64 reaches it at 4.7 MB. */
const EVENT_MAX_BYTES = 6 * 1024 * 1024;
/** JSON writes a byte as six at most, so below this an event need not be measured. */
const SURELY_FITS_BYTES = 1_000_000;

export type AreaHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyResultV2>;

export interface LocalRoute {
  method: string;
  /** In API Gateway's syntax: `/api/endpoints/{id}`. */
  path: string;
  handler: AreaHandler;
  /** The name the handler finds in its context; `local` when absent. */
  functionName?: string;
}

export interface GatewayOptions {
  /** 0 takes a free one. */
  port: number;
  host?: string;
  routes: readonly LocalRoute[];
  /** Answers what no route matches, as the route `$default`. */
  fallback: AreaHandler;
  /** Sees every request first; true means that it has answered. */
  before?: (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>;
  /** The time stated in events. */
  clock?: Clock;
  /** Told of what a handler threw; the caller gets a 500. Writes to the error output by default. */
  onError?: (error: unknown) => void;
}

export interface LocalGateway {
  url: string;
  port: number;
  server: Server;
  /** Takes no new requests, lets those under way end, closes every connection. */
  stop(): Promise<void>;
}

/**
 * API Gateway HTTP API on this machine: requests become payload 2.0 events, results become replies.
 * @throws StartError when the port cannot be taken
 */
export async function startGateway(options: GatewayOptions): Promise<LocalGateway> {
  const gateway = new Gateway(options);
  const server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => void gateway.serve(req, res));
  server.on('clientError', refuseUnread);
  const host = options.host ?? '127.0.0.1';
  await listen(server, options.port, host);
  const { port } = server.address() as AddressInfo;
  const urlHost = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${urlHost}:${port}`, port, server, stop: () => closeServer(server) };
}

class Gateway {
  #options: GatewayOptions;
  #routes: RouteTable<LocalRoute>;
  #clock: Clock;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#routes = new RouteTable(options.routes);
    this.#clock = options.clock ?? systemClock;
  }

  /** Never rejects. */
  async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    // Whoever answers: files, `/_local` and the gateway itself have no other way to say it.
    res.setHeader('x-request-id', requestId);
    try {
      const { before } = this.#options;
      if (before !== undefined) {
        const answered = before(req, res);
        if (answered === true || (answered !== false && (await answered))) return;
      }
      await this.#invoke(req, res, requestId);
    } catch (error) {
      (this.#options.onError ?? console.error)(error);
      if (!res.headersSent) sendGatewayError(req, res, 500, 'Internal Server Error');
      else res.destroy();
    }
  }

  async #invoke(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const body = hasBody(req) ? await readBody(req, BODY_MAX_BYTES) : null;
    if (body === 'aborted') return;
    if (body === 'too_large') return sendGatewayError(req, res, 413, 'Request Entity Too Large');
    const target = targetOf(ownPingPath(req.url ?? '/'));
    const match: RouteMatch<LocalRoute> | null = this.#routes.match(req.method ?? 'GET', target.rawPath);
    const event = eventOf(req, {
      target,
      routeKey: match === null ? '$default' : match.routeKey,
      pathParameters: match?.pathParameters,
      body,
      now: this.#clock.now(),
      requestId,
    });
    if (isTooLarge(event, body)) return sendGatewayError(req, res, 413, 'Request Entity Too Large');
    // The time of the service, which a page counts from where its own is another.
    res.setHeader('date', new Date(this.#clock.now()).toUTCString());
    const aheadSec = aheadSecOf(this.#clock);
    if (aheadSec > 0) res.setHeader('x-clock-ahead', String(aheadSec));
    const handler = match === null ? this.#options.fallback : match.route.handler;
    const result = await handler(event, new LambdaContext(match?.route.functionName ?? 'local'));
    sendResult(req, res, result);
  }
}

function isTooLarge(event: APIGatewayProxyEventV2, body: Buffer | null): boolean {
  if (body === null || body.length < SURELY_FITS_BYTES) return false;
  return Buffer.byteLength(JSON.stringify(event)) > EVENT_MAX_BYTES;
}

function hasBody(req: IncomingMessage): boolean {
  const length = req.headers['content-length'];
  return (length !== undefined && length !== '0') || req.headers['transfer-encoding'] !== undefined;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port, host)));
    server.listen(port, host, resolve);
  });
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is already in use; stop what uses it or choose another one with --port.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more rights than this user has; choose one above 1023 with --port.`,
    );
  }
  return new StartError(
    `Port ${port} of ${host} cannot be opened (${error.code}); choose another one with --port.`,
  );
}
