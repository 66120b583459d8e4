import { MESSAGE_MAX_BYTES } from '../../lib/contract/agents/mcp-place.ts';
import { shown } from '../../lib/domain/decision.ts';
import { contentTypeOf, type Call } from '../../lib/runtime/call.ts';
import { isJsonObject, memberNamed, ProtocolError, type Request } from './protocol.ts';

/** A message that was read as JSON, before it is known whether it is one. */
export type SentMessage = Record<string, unknown>;

/** The JSON of a POST. Throws for what cannot be one message of JSON-RPC. */
export function sentMessage(call: Call): SentMessage {
  refuseOtherTypes(call);
  if (call.body.byteLength > MESSAGE_MAX_BYTES) {
    const detail = `A message has at most ${MESSAGE_MAX_BYTES} bytes; got ${call.body.byteLength}.`;
    throw new ProtocolError('invalidRequest', detail, 413);
  }
  const sent = parsed(call.body.text());
  if (Array.isArray(sent))
    throw new ProtocolError(
      'invalidRequest',
      'Batches are not supported; send each message separately.',
      400,
    );
  if (!isJsonObject(sent))
    throw new ProtocolError('invalidRequest', 'The message must be a JSON object.', 400);
  return sent;
}

/** The id to answer with; undefined where there is none that could be. */
export function idOf(sent: SentMessage): Request['id'] | undefined {
  const id = memberNamed(sent, 'id');
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Request['id']) : undefined;
}

/** The request that was sent; null for a notification or a response, to which nothing is answered. */
export function requestOf(sent: SentMessage): Request | null {
  if (memberNamed(sent, 'jsonrpc') !== '2.0') throw invalid('jsonrpc must be "2.0".');
  const id = idOf(sent);
  if (Object.hasOwn(sent, 'id') && id === undefined) throw invalid('id must be a string or a whole number.');
  const method = memberNamed(sent, 'method');
  if (method === undefined && id !== undefined && isResponse(sent)) return null;
  if (typeof method !== 'string' || method === '') throw invalid('method must be the name of a method.');
  const params = Object.hasOwn(sent, 'params') ? sent['params'] : {};
  if (!isJsonObject(params)) throw invalid('params must be an object.');
  return id === undefined ? null : { id, method, params };
}

function isResponse(sent: SentMessage): boolean {
  return Object.hasOwn(sent, 'result') || Object.hasOwn(sent, 'error');
}

function invalid(detail: string): ProtocolError {
  return new ProtocolError('invalidRequest', detail, 400);
}

/** Whoever takes JSON is answered, also one that does not take the streams that are never sent. */
function refuseOtherTypes(call: Call): void {
  const type = contentTypeOf(call);
  if (type !== 'application/json') {
    const detail = `Content-Type must be application/json; got ${shown(type)}.`;
    throw new ProtocolError('invalidRequest', detail, 415);
  }
  const accept = call.headers['accept'];
  if (accept !== undefined && !TAKES_JSON.test(accept))
    throw new ProtocolError('invalidRequest', 'Accept must take application/json.', 406);
}

const TAKES_JSON =
  /(?:^|,)\s*(?:application\/json|application\/\*|\*\/\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|,|$)/i;

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new ProtocolError('parseError', 'The body is not JSON in UTF-8.', 400);
  }
}
