import { MCP_REVISIONS, type RPC_CODES } from '../../lib/contract/agents/mcp-place.ts';

/** The revision without handshake and session (https://modelcontextprotocol.io/specification/2026-07-28). */
export const [MODERN] = MCP_REVISIONS;

/** The revisions that begin by `initialize`, the newest first. Earlier ones would have batches carried out. */
export const LEGACY: readonly string[] = MCP_REVISIONS.slice(1);

export const SUPPORTED: readonly string[] = MCP_REVISIONS;

/** What a message is refused with. Errors of what is wrong inside of a good message travel by 200. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: keyof typeof RPC_CODES;
  readonly status: number;
  readonly data: Record<string, unknown> | undefined;

  constructor(code: keyof typeof RPC_CODES, message: string, status = 200, data?: Record<string, unknown>) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** A message that asks for an answer. */
export interface Request {
  id: string | number;
  method: string;
  params: Readonly<Record<string, unknown>>;
}

/** Whether a value of JSON is an object. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a member of its own; what an object inherits is nothing that was sent. */
export function memberNamed(object: unknown, name: string): unknown {
  return isJsonObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}
