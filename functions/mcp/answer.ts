import { shown } from '../../lib/domain/decision.ts';
import type { Call } from '../../lib/runtime/call.ts';
import { arePublicPagesShown, required } from '../../lib/config/config.ts';
import type { McpDeps } from '../../lib/runtime/deps.ts';
import { callTool } from './call-tool.ts';
import { choiceOf } from './offered-tools.ts';
import { mcpInstructions } from '../../lib/render/agents/mcp-instructions.ts';
import { eraOf } from './protocol-generation.ts';
import { LEGACY, memberNamed, ProtocolError, SUPPORTED, type Request } from './protocol.ts';

type Json = Record<string, unknown>;

/** What there is: no prompts, no resources, and a list of tools that changes with a deployment only. */
const CAPABILITIES = { tools: {} };
/** How long a client may keep what it was told, the same for everybody. */
const KEPT = { ttlMs: 300_000, cacheScope: 'public' };

/** The result of a request. Throws a `ProtocolError`. */
export async function mcpAnswerOf(deps: McpDeps, call: Call, request: Request): Promise<Json> {
  return eraOf(call, request) === 'modern'
    ? modernAnswer(deps, call, request)
    : legacyAnswer(deps, call, request);
}

async function legacyAnswer(deps: McpDeps, call: Call, request: Request): Promise<Json> {
  const { method, params } = request;
  const offered = choiceOf(call.rawQuery, { isPublic: arePublicPagesShown(deps.config) });
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: agreedOn(params),
        capabilities: CAPABILITIES,
        serverInfo: serverInfo(deps),
        instructions: mcpInstructions(arePublicPagesShown(deps.config)),
      };
    case 'ping':
      return {};
    case 'tools/list':
      refuseCursor(params);
      return { tools: offered.list };
    case 'tools/call':
      return { ...(await callTool(deps, call, request, offered)) };
    default:
      throw unknownMethod(method, 200);
  }
}

async function modernAnswer(deps: McpDeps, call: Call, request: Request): Promise<Json> {
  const { method, params } = request;
  const offered = choiceOf(call.rawQuery, { isPublic: arePublicPagesShown(deps.config) });
  switch (method) {
    case 'server/discover':
      return complete(deps, {
        supportedVersions: SUPPORTED,
        capabilities: CAPABILITIES,
        instructions: mcpInstructions(arePublicPagesShown(deps.config)),
        ...KEPT,
      });
    case 'tools/list':
      refuseCursor(params);
      return complete(deps, { tools: offered.list, ...KEPT });
    case 'tools/call':
      return complete(deps, { ...(await callTool(deps, call, request, offered)) });
    default:
      throw unknownMethod(method, 404);
  }
}

function complete(deps: McpDeps, result: Json): Json {
  const { _meta: meta, ...rest } = result;
  return {
    resultType: 'complete',
    ...rest,
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo(deps), ...(meta as Json | undefined) },
  };
}

function serverInfo({ config }: McpDeps) {
  return { name: 'rollcall', title: 'Rollcall', version: required(config.build, 'its build') };
}

/** The version that the client asks for, or the newest that begins like this; then it is the client's to go on or not. */
function agreedOn(params: Request['params']): string {
  const wanted = memberNamed(params, 'protocolVersion');
  if (typeof wanted !== 'string')
    throw new ProtocolError('invalidParams', 'params.protocolVersion must be a text.');
  return LEGACY.includes(wanted) ? wanted : (LEGACY[0] ?? wanted);
}

/** Lists come whole, so no cursor was ever given. */
function refuseCursor(params: Request['params']): void {
  if (memberNamed(params, 'cursor') === undefined) return;
  throw new ProtocolError('invalidParams', 'params.cursor was never given: lists come whole.');
}

function unknownMethod(method: string, status: number): ProtocolError {
  return new ProtocolError('methodNotFound', `There is no method ${shown(method)}.`, status);
}
