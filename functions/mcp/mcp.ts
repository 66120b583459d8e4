import { MCP_PLACE, RPC_CODES } from '../../lib/contract/agents/mcp-place.ts';
import { shown } from '../../lib/domain/decision.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import { urlsOf, required, type Config } from '../../lib/config/config.ts';
import type { McpDeps } from '../../lib/runtime/deps.ts';
import { lambdaHandler, type LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { inGzip } from '../../lib/runtime/lambda/gzip.ts';
import { closedToSites, houseReply, jsonReply, refusalOf, retryHeader } from '../../lib/runtime/replies.ts';
import { wrongMethodReply } from '../../lib/runtime/wrong-method.ts';
import { mcpAnswerOf } from './answer.ts';
import { idOf, requestOf, sentMessage, type SentMessage } from './message.ts';
import { ProtocolError, type Request, SUPPORTED } from './protocol.ts';
import type { ServerCard } from '../../lib/contract/agents/mcp.ts';

/** Streamable HTTP of the Model Context Protocol, stateless and in JSON alone (decisions/040). */
export function mcpHandler(deps: McpDeps): LambdaHandler {
  return lambdaHandler(
    {
      answer: async (call) => closedToSites(await answer(deps, call)),
      refuse: (call, error) => closedToSites(refuse(deps, call, error)),
    },
    deps.config,
    inGzip,
  );
}

async function answer(deps: McpDeps, call: Call): Promise<Reply> {
  const origin = call.headers['origin'];
  if (origin !== undefined && origin !== new URL(urlsOf(deps.config).base).origin) {
    const detail = `Pages of other sites may not call this; Origin is ${shown(origin)}.`;
    return errorMessage(call, new ProtocolError('invalidRequest', detail, 403));
  }
  switch (call.method) {
    case 'POST':
      return answerPost(deps, call);
    case 'GET':
    case 'HEAD':
      return wantsStream(call) ? noStream(call) : card(deps, call);
    default:
      return otherMethod(call);
  }
}

/** Every message is answered, whatever is wrong with it. */
async function answerPost(deps: McpDeps, call: Call): Promise<Reply> {
  let sent: SentMessage | undefined;
  try {
    sent = sentMessage(call);
    const request = requestOf(sent);
    if (request === null) return houseReply(202, '', call, {});
    const result = await mcpAnswerOf(deps, call, request);
    return jsonReply(200, { jsonrpc: '2.0', id: request.id, result }, call);
  } catch (error) {
    const id = sent && idOf(sent);
    return error instanceof ProtocolError ? errorMessage(call, error, { id }) : refuse(deps, call, error, id);
  }
}

function errorMessage(
  call: Call,
  { code, message, status, data }: ProtocolError,
  { id, headers }: { id?: Request['id'] | undefined; headers?: Record<string, string> } = {},
): Reply {
  const error = { code: RPC_CODES[code], message, ...(data && { data }) };
  return jsonReply(status, { jsonrpc: '2.0', ...(id !== undefined && { id }), error }, call, headers);
}

/** A fault of ours. */
function refuse({ log }: McpDeps, call: Call, error: unknown, id?: Request['id']): Reply {
  const refusal = refusalOf(error, call, log);
  const told = new ProtocolError('internalError', refusal.detail ?? refusal.code, refusal.status);
  return errorMessage(call, told, { id, headers: retryHeader(refusal) });
}

/** The methods there are to OPTIONS, and to others what refuses them. */
function otherMethod(call: Call): Reply {
  const reply = wrongMethodReply(call, Object.values(MCP_PLACE));
  if (reply?.status === 204) return reply;
  const allow = reply?.headers['allow'] ?? '';
  const detail = `${call.method} is not one of ${allow} at this path.`;
  return errorMessage(call, new ProtocolError('invalidRequest', detail, 405), { headers: { allow } });
}

/** A client of an earlier revision asks for a stream after its handshake; a 200 has some of them ask again for ever. */
function wantsStream({ headers }: Call): boolean {
  return headers['accept']?.toLowerCase().includes('text/event-stream') === true;
}

function noStream(call: Call): Reply {
  const detail = 'No stream of events is offered; POST messages, or GET the server card as JSON.';
  return errorMessage(call, new ProtocolError('invalidRequest', detail, 405), {
    headers: { allow: 'GET, POST' },
  });
}

const CARD_TYPE = 'application/mcp-server-card+json';

function card({ config }: McpDeps, call: Call): Reply {
  const asks = call.headers['accept']?.toLowerCase().includes(CARD_TYPE);
  const type = asks ? { 'content-type': CARD_TYPE } : {};
  return jsonReply(200, serverCard(config), call, { ...type, vary: 'Accept, Origin' });
}

const SECRETS = {
  'X-Guest-Token': 'Token of an anonymous owner (hp_…), from POST /api/guest.',
  'X-Api-Key': 'API key of an account or an organization (mmk_…), from the account page.',
  Authorization: 'Bearer and either of them.',
  'X-PAYMENT': 'A payment (x402) for a call that answered with a price.',
};

/** What is to be known before the first message (https://github.com/modelcontextprotocol/experimental-ext-server-card). */
export function serverCard(config: Config): ServerCard {
  const { base } = urlsOf(config);
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reversed(new URL(base).hostname)}/rollcall`,
    title: 'Rollcall',
    description: 'A dead-man switch for cron jobs and webhooks: monitors, incidents and alerts as tools.',
    version: required(config.build, 'its build'),
    websiteUrl: `${base}/okf/sobre.md`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${base}/mcp`,
        supportedProtocolVersions: [...SUPPORTED],
        headers: Object.entries(SECRETS).map(([name, description]) => ({
          name,
          description,
          isSecret: true as const,
        })),
      },
    ],
  };
}

function reversed(host: string): string {
  const name = host.replaceAll(/[^\w.-]/g, '');
  return /^[\d.]+$/.test(name) ? name : name.split('.').toReversed().join('.');
}
