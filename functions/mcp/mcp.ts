import { Refusal } from '../../lib/contract/errors.ts';
import { MCP_PLACE } from '../../lib/contract/mcp-place.ts';
import { shown } from '../../lib/domain/decision.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import { urlsOf } from '../../lib/runtime/config.ts';
import type { McpDeps } from '../../lib/runtime/deps.ts';
import { lambdaHandler, type LambdaHandler } from '../../lib/runtime/lambda.ts';
import { closedToSites, errorReply, houseReply, jsonReply, nothingHere } from '../../lib/runtime/replies.ts';
import { wrongMethodReply } from '../../lib/runtime/wrong-method.ts';
import { answerOf } from './answer.ts';
import { idOf, requestOf, sentMessage, type Sent } from './message.ts';
import { CODES, ProtocolError, type Request } from './protocol.ts';
import { serverCard } from './server-card.ts';

/** Streamable HTTP of the Model Context Protocol, stateless and in JSON alone (decisions/040). */
export function mcpHandler(deps: McpDeps): LambdaHandler {
  return lambdaHandler(
    {
      answer: async (call) => closedToSites(await answer(deps, call)),
      refuse: (call, error) => closedToSites(refuse(deps, call, error)),
    },
    deps.config,
  );
}

async function answer(deps: McpDeps, call: Call): Promise<Reply> {
  const origin = call.headers['origin'];
  const isForeign = origin !== undefined && origin !== new URL(urlsOf(deps.config).base).origin;
  if (call.method === 'POST') return isForeign ? foreignPost(call, origin) : answerPost(deps, call);
  const isHere = call.path === MCP_PLACE.getServerCard.path;
  if (isForeign && isHere) return errorReply(new Refusal('invalid_origin', foreign(origin)), call);
  const isGet = isHere && (call.method === 'GET' || call.method === 'HEAD');
  if (!isGet) return wrongMethodReply(call, Object.values(MCP_PLACE)) ?? nothingHere(call);
  return wantsStream(call) ? noStream(call) : card(deps, call);
}

/** Every message is answered, whatever is wrong with it. */
async function answerPost(deps: McpDeps, call: Call): Promise<Reply> {
  let sent: Sent | undefined;
  try {
    sent = sentMessage(call);
    const request = requestOf(sent);
    if (request === null) return houseReply(202, '', call, {});
    const result = await answerOf(deps, call, request);
    return jsonReply(200, { jsonrpc: '2.0', id: request.id, result }, call);
  } catch (error) {
    const id = sent && idOf(sent);
    return error instanceof ProtocolError ? errorMessage(call, error, id) : refuse(deps, call, error, id);
  }
}

function errorMessage(call: Call, { code, message, status, data }: ProtocolError, id?: Request['id']): Reply {
  const error = { code: CODES[code], message, ...(data && { data }) };
  return jsonReply(status, { jsonrpc: '2.0', ...(id !== undefined && { id }), error }, call);
}

/** A fault of ours. */
function refuse({ log }: McpDeps, call: Call, error: unknown, id?: Request['id']): Reply {
  const reply = errorReply(error, call, log);
  if (call.method !== 'POST') return reply;
  const { detail } = JSON.parse(String(reply.body)) as { detail: string };
  return errorMessage(call, new ProtocolError('internalError', detail, reply.status), id);
}

function foreignPost(call: Call, origin: string): Reply {
  return errorMessage(call, new ProtocolError('invalidRequest', foreign(origin), 403));
}

function foreign(origin: string): string {
  return `Pages of other sites may not call this; Origin is ${shown(origin)}.`;
}

/** A client of an earlier revision asks for a stream after its handshake; a 200 has some of them ask again for ever. */
function wantsStream({ headers }: Call): boolean {
  return headers['accept']?.toLowerCase().includes('text/event-stream') === true;
}

function noStream(call: Call): Reply {
  const detail = 'No stream of events is offered; POST messages, or GET the server card as JSON.';
  const reply = errorReply(new Refusal('metodo_nao_permitido', detail), call);
  return { ...reply, headers: { ...reply.headers, allow: 'GET, POST' } };
}

const CARD_TYPE = 'application/mcp-server-card+json';

function card({ config }: McpDeps, call: Call): Reply {
  const asks = call.headers['accept']?.toLowerCase().includes(CARD_TYPE);
  const type = asks ? { 'content-type': CARD_TYPE } : {};
  return jsonReply(200, serverCard(config), call, { ...type, vary: 'Accept, Origin' });
}
