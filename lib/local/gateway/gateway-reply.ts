import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { MCP_PLACE, RPC_CODES } from '../../contract/agents/mcp-place.ts';

const SERVER_ERROR = { statusCode: 500, body: '{"message":"Internal Server Error"}' };

interface StructuredResult {
  statusCode: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
}

/** The gateway's own answers: `{"message": ...}`, as API Gateway words them. */
export function sendGatewayError(
  req: IncomingMessage,
  res: ServerResponse,
  statusCode: number,
  message: string,
): void {
  sendStructured(req, res, {
    statusCode,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rpcRefusal(req, statusCode, message) ?? { message }),
  });
}

/** What refuses a request at the place of agents, whose clients read JSON-RPC alone; null elsewhere. */
export function rpcRefusal({ url = '' }: IncomingMessage, status: number, message: string): object | null {
  if (url.replace(/\?.*$/s, '') !== MCP_PLACE.callMcp.path) return null;
  const code = RPC_CODES[status >= 500 ? 'internalError' : 'invalidRequest'];
  return { jsonrpc: '2.0', error: { code, message } };
}

/** The answer to bytes that are no request, for which there is nobody to ask: what Node itself says, with an id. */
export function refuseUnread({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const status = UNREAD[code ?? ''] ?? 400;
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  socket.end(`${line}\r\nX-Request-Id: ${randomUUID()}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

const UNREAD: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Writes what a function returned, by API Gateway's rules for payload format 2.0; a malformed result is a 500. */
export function sendResult(req: IncomingMessage, res: ServerResponse, result: unknown): void {
  const reply = hasStatusCode(result) ? result : inferred(result);
  try {
    sendStructured(req, res, isWellFormed(reply) ? reply : SERVER_ERROR);
  } catch {
    // A header the wire cannot carry: nothing has been written yet.
    sendStructured(req, res, { ...SERVER_ERROR, headers: { 'content-type': 'application/json' } });
  }
}

function hasStatusCode(result: unknown): result is StructuredResult {
  return (
    typeof result === 'object' && result !== null && 'statusCode' in result && result.statusCode !== undefined
  );
}

/** Without a status code the whole result is the body of a 200. */
function inferred(result: unknown): StructuredResult {
  const body = typeof result === 'string' ? result : JSON.stringify(result ?? null);
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
}

function isWellFormed(reply: StructuredResult): boolean {
  const { statusCode, body } = reply;
  const isStatus = Number.isInteger(statusCode) && statusCode >= 200 && statusCode <= 599;
  return isStatus && (body === undefined || body === null || typeof body === 'string');
}

function sendStructured(req: IncomingMessage, res: ServerResponse, reply: StructuredResult): void {
  const text = reply.body ?? '';
  const body = reply.isBase64Encoded === true ? Buffer.from(text, 'base64') : text;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const isBodiless = reply.statusCode === 204 || reply.statusCode === 304;
  const statedLength = setHeaders(res, reply);
  if (length > 0 && !isBodiless && !res.hasHeader('content-type'))
    res.setHeader('content-type', 'text/plain; charset=utf-8');
  // A HEAD is answered with the length a GET would have, when the function states it.
  const contentLength = req.method === 'HEAD' && length === 0 ? statedLength : String(length);
  if (!isBodiless && contentLength !== null) res.setHeader('content-length', contentLength);
  res.writeHead(reply.statusCode);
  res.end(isBodiless || req.method === 'HEAD' ? undefined : body);
}

/** One by one, since what the gateway has set before makes Node take a list apart. Returns the length that the function states. */
function setHeaders(res: ServerResponse, { headers, cookies }: StructuredResult): string | null {
  let statedLength: string | null = null;
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || value === null) continue;
    const lower = name.toLowerCase();
    if (lower === 'content-length') statedLength = String(value);
    else if (lower !== 'transfer-encoding' && lower !== 'connection') res.setHeader(lower, String(value));
  }
  for (const cookie of cookies ?? []) res.appendHeader('set-cookie', cookie);
  return statedLength;
}
