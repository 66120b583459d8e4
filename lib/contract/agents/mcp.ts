import * as z from 'zod';
import { MCP_PLACE } from './mcp-place.ts';
import type { Operation } from '../operation.ts';

const id = z.union([z.string(), z.int()]);
const version = z.literal('2.0');

const message = z
  .looseObject({
    jsonrpc: version,
    id: id.optional().meta({ description: 'Absent from a notification.' }),
    method: z.string().optional().meta({ description: 'Absent from a response.' }),
    params: z.looseObject({}).optional(),
  })
  .meta({ description: 'One JSON-RPC 2.0 message of the Model Context Protocol; no batch.' });

const error = z.strictObject({
  code: z.int(),
  message: z.string(),
  data: z.looseObject({}).optional(),
});

/** Whatever is refused at this place, in the words of JSON-RPC. */
const refusal = z.strictObject({ jsonrpc: version, id: id.optional(), error });

const card = z
  .strictObject({
    $schema: z.url(),
    name: z.string(),
    title: z.string(),
    description: z.string().max(100),
    version: z.string(),
    websiteUrl: z.url(),
    remotes: z.array(
      z.strictObject({
        type: z.literal('streamable-http'),
        url: z.url(),
        supportedProtocolVersions: z.array(z.string()),
        headers: z.array(
          z.strictObject({ name: z.string(), description: z.string(), isSecret: z.literal(true) }),
        ),
      }),
    ),
  })
  .meta({ id: 'McpServerCard' });

/** The tools of agents, by the Model Context Protocol (SPEC.md "Discovery"). */
export const mcpOperations = {
  callMcp: {
    ...MCP_PLACE.callMcp,
    status: [200, 202],
    summary:
      'Takes one message of the Model Context Protocol (Streamable HTTP): the operations of this API as tools.',
    // The tool that is called says more.
    hints: { openWorld: true },
    query: z.object({
      tools: z
        .string()
        .optional()
        .meta({ description: 'Groups of tools, separated by commas, or `all`; `monitors` without it.' }),
    }),
    body: { json: message },
    output: {
      json: z.looseObject({
        jsonrpc: version,
        id: id.optional(),
        result: z.looseObject({}).optional(),
        error: error.optional(),
      }),
    },
    errors: [],
    refusals: { statuses: [400, 403, 404, 406, 413, 415, 500, 503], json: refusal },
  },
  getServerCard: {
    ...MCP_PLACE.getServerCard,
    status: 200,
    summary:
      'The server card: where tools of agents are, and what to send. Streams of events are not offered.',
    headers: ['accept', 'origin'],
    output: { json: card },
    errors: [],
    refusals: { statuses: [403, 405, 500, 503], json: refusal },
  },
} as const satisfies Record<string, Operation>;

export type ServerCard = z.infer<typeof card>;
