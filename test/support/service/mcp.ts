import { expectDeclared } from './declared-reply.ts';
import type { Reply, TestService } from './service.ts';

export const MODERN = '2026-07-28';

/** Where `/mcp` is. */
type At = Pick<TestService, 'url'>;

export interface Posted {
  /** With its question mark. */
  query?: string;
  /** A header that is undefined is left out. */
  headers?: Record<string, string | undefined>;
}

/** POSTs to `/mcp` what is sent, as it is where it is text. */
export async function post(service: At, sent: unknown, posted: Posted = {}): Promise<Reply> {
  const { query = '', headers = {} } = posted;
  const all = { 'content-type': 'application/json', accept: 'application/json', ...headers };
  const kept = Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined);
  const reply = await fetch(`${service.url}/mcp${query}`, {
    method: 'POST',
    headers: Object.fromEntries(kept),
    body: typeof sent === 'string' ? sent : JSON.stringify(sent),
  });
  const text = await reply.text();
  const read = {
    status: reply.status,
    headers: reply.headers,
    text,
    json: text === '' ? {} : JSON.parse(text),
  };
  expectDeclared('POST', '/mcp', read);
  return read;
}

/** A request of a handshake's era. */
export function legacy(method: string, params?: object, id: unknown = 1) {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request that says all of itself; `meta` changes what it says, undefined leaves out. */
export function modern(method: string, params: object = {}, meta: object = {}) {
  return legacy(method, { ...params, _meta: { ...META, ...meta } });
}

/** The headers that go with it. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
}

/** Calls a tool in the era of handshakes, with all tools offered, and returns its result. */
export async function callTool(
  service: At,
  name: string,
  args: object = {},
  { token, ...posted }: Posted & { token?: string; meta?: object } = {},
): Promise<Reply['json']> {
  const { meta, ...rest } = posted;
  const headers = { ...(token !== undefined && { 'x-guest-token': token }), ...rest.headers };
  const params = { name, arguments: args, ...(meta && { _meta: meta }) };
  const reply = await post(service, legacy('tools/call', params), {
    query: '?tools=all,devices,contact',
    ...rest,
    headers,
  });
  return reply.json['result'] ?? reply.json;
}
