import type { Operation } from '../operation.ts';

const mcp = { area: 'mcp', path: '/mcp', auth: 'none', closedToSites: true } as const;

/** What stands at `/mcp`; apart from its schemas, which the function does not load. */
export const MCP_PLACE = {
  callMcp: { ...mcp, method: 'POST' },
  getServerCard: { ...mcp, method: 'GET' },
} as const satisfies Record<string, Partial<Operation>>;

/** Revisions of the protocol that it speaks, the newest first. */
export const MCP_REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

/** How much one message may be. */
export const MESSAGE_MAX_BYTES = 256_000;

/** Of JSON-RPC 2.0, and the last two of the protocol's own. */
export const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;
