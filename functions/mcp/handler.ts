import { liveMcp } from '../../lib/runtime/lambda/live-mcp.ts';
import { mcpHandler } from './mcp.ts';

export const handler = mcpHandler(liveMcp());
