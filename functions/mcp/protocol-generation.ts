import { shown } from '../../lib/domain/decision.ts';
import type { Call } from '../../lib/runtime/call.ts';
import {
  isJsonObject,
  LEGACY,
  memberNamed,
  MODERN,
  ProtocolError,
  SUPPORTED,
  type Request,
} from './protocol.ts';

/** By handshake, or by what every request says of itself. */
export type Era = 'legacy' | 'modern';

const KEYS = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const;

/**
 * By which rules a request is answered. Throws where what it says of itself is not whole, or its headers say otherwise
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http).
 */
export function eraOf(call: Call, request: Request): Era {
  const meta = memberNamed(request.params, '_meta');
  const said = call.headers['mcp-protocol-version'];
  const isModern = said === MODERN || Object.values(KEYS).some((key) => memberNamed(meta, key) !== undefined);
  const version = memberNamed(meta, KEYS.version);
  if (!isModern || (typeof version === 'string' && LEGACY.includes(version))) {
    refuseUnknown(request, said);
    return 'legacy';
  }
  refuseParts(meta);
  const wanted = String(version);
  if (said !== wanted) throw mismatch('MCP-Protocol-Version', said, wanted);
  if (wanted !== MODERN) throw unsupported(wanted);
  refuseMismatch(call, request);
  return 'modern';
}

function refuseParts(meta: unknown): void {
  const detail = (key: string, what: string) =>
    new ProtocolError('invalidParams', `params._meta[${JSON.stringify(key)}] must be ${what}.`, 400);
  if (typeof memberNamed(meta, KEYS.version) !== 'string') throw detail(KEYS.version, 'the protocol version');
  if (!isJsonObject(memberNamed(meta, KEYS.capabilities))) throw detail(KEYS.capabilities, 'an object');
}

/** What stands between may route by headers, so they must say what the body says. */
function refuseMismatch({ headers }: Call, { method, params }: Request): void {
  const said = headers['mcp-method'];
  if (said !== method) throw mismatch('Mcp-Method', said, method);
  if (method !== 'tools/call') return;
  const sent = headers['mcp-name'];
  const name = memberNamed(params, 'name');
  if (sent === undefined || decoded(sent) !== name) throw mismatch('Mcp-Name', sent, name);
}

/** Null for an encoding that is none. */
function decoded(value: string): string | null {
  const [, base64] = /^=\?base64\?(.*)\?=$/s.exec(value) ?? [];
  if (base64 === undefined) return value;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes.toString('utf8') : null;
}

/** After a handshake a client says what was agreed on; before it there was nothing to say. */
function refuseUnknown({ method }: Request, said: string | undefined): void {
  if (method !== 'initialize' && said !== undefined && !LEGACY.includes(said)) throw unsupported(said);
}

function mismatch(header: string, said: string | undefined, body: unknown): ProtocolError {
  const got = said === undefined ? 'is missing' : `is ${shown(said)}`;
  const meant = typeof body === 'string' ? shown(body) : 'nothing';
  const detail = `Header mismatch: ${header} ${got}, and the body says ${meant}.`;
  return new ProtocolError('headerMismatch', detail, 400);
}

function unsupported(requested: string): ProtocolError {
  const data = { supported: SUPPORTED, requested };
  return new ProtocolError('unsupportedVersion', 'Unsupported protocol version', 400, data);
}
