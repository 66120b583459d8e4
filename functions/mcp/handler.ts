import { liveMcp } from '../../lib/runtime/live-mcp.ts';
import { mcpHandler } from './mcp.ts';

export const handler = mcpHandler(liveMcp());
