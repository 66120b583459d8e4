import * as z from 'zod';
import { fileAt } from '../../lib/console-build/documents.ts';
import { operationsAt, operationsBeside, type Description, type Described, type Json } from './described.ts';
import type { WireReply, WireRequest } from './wire.ts';

/** Names of our own making and our tools', which nobody outside should meet. */
const INTERNALS =
  /dynamodb|node_modules|\.ts:\d|\bat .+:\d+:\d+\)?|TypeError|RangeError|SyntaxError|ZodError|Exception|file:\/\/|sqlite|SQS|Lambda/;
/** `code` names the field of a message to the team. */
const SHAPE = new Set(['error', 'detail', 'code', 'accepts', 'x402Version']);
const schemas = new Map<Json, z.ZodType>();

/** What is wrong with a reply, by the document and by what holds for every reply. Empty when nothing is. */
export function faultsOf(description: Description, request: WireRequest, reply: WireReply): string[] {
  const faults: string[] = [];
  const { status, headers, text } = reply;
  if (headers['x-request-id'] === undefined) faults.push('has no X-Request-Id');
  if (isOfSite(request, reply)) return faults;
  if (status >= 500) faults.push(`answered ${status}`);
  if (request.method === 'HEAD' && text !== '') faults.push('has a body in answer to HEAD');
  if (status >= 400) faults.push(...leaksOf(text));
  return [...faults, ...promiseFaults(description, request, reply)];
}

/**
 * Whether a file of the console was sent, of which the document says nothing, or refused to another method by what serves
 * it.
 */
function isOfSite({ method, target }: WireRequest, { status, headers }: WireReply): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const isSo = isRead ? status === 200 : status === 405 && headers['allow'] === 'GET, HEAD';
  const path = target.replace(/[?#].*$/s, '');
  return isSo && fileAt(path, { arePublicPagesShown: true }) !== undefined;
}

function leaksOf(text: string): string[] {
  const [leak] = INTERNALS.exec(text) ?? [];
  return leak === undefined ? [] : [`shows an internal name: ${leak}`];
}

function promiseFaults(description: Description, request: WireRequest, reply: WireReply): string[] {
  const path = request.target.replace(/[?#].*$/s, '');
  const there = operationsThere(description, path, reply);
  const exact = there.filter((operation) => operation.method === request.method);
  const asked =
    exact.length > 0 || there.length === 0
      ? exact
      : operationsBeside(description.operations, path, request.method);
  if (asked.length === 0) return unroutedFaults(description, there, request, reply);
  const promised = asked.flatMap((operation) => promisesOf(operation, reply.status));
  if (promised.length === 0) return [`answered ${reply.status}, which ${idsOf(asked)} does not document`];
  if (request.method === 'HEAD' || reply.status === 304) return [];
  const isOurs = promised.every((content) => refersToError(content));
  if (reply.status >= 400 && typeOf(reply) === 'application/json' && isOurs)
    return refusalFaults(description, reply);
  const faults = promised.map((content) => contentFault(content, reply));
  return faults.includes(null) ? [] : [`${idsOf(asked)}: ${faults.join('; ')}`];
}

/** A path with slashes too many is answered as the one without, or is nowhere. */
function operationsThere({ operations }: Description, path: string, { status }: WireReply): Described[] {
  const there = operationsAt(operations, path);
  return there.length === 0 && status !== 404
    ? operationsAt(operations, path.replace(/(?:\/|%2F)+$/i, ''))
    : there;
}

/** Whether a refusal is in the form of the API, and not of another protocol. */
function refersToError(content: Json): boolean {
  const { schema } = content['application/json'] ?? {};
  return schema === undefined || schema.$ref !== undefined;
}

function promisesOf(operation: Described, status: number): Json[] {
  const promised = operation.promised[String(status)];
  return promised ? [promised.content] : [];
}

/** No operation of this method is there: 405 where others are, else 404; OPTIONS is answered where any is. */
function unroutedFaults(
  description: Description,
  there: readonly Described[],
  request: WireRequest,
  reply: WireReply,
): string[] {
  const isKnownPath = there.length > 0;
  const isAsking = request.method === 'OPTIONS' && reply.status === 204;
  // A path with a slash too many is no operation's, yet names what its methods would be.
  const expected = isKnownPath ? [405] : [404, 405];
  // What is closed to pages of other sites may say so before it looks at the method.
  if (isKnownPath && request.headers.some(([name]) => name === 'origin')) expected.push(403);
  if (!isAsking && !expected.includes(reply.status))
    return [`answered ${reply.status}, not ${expected.join(' or ')}`];
  if (![403, 404].includes(reply.status) && reply.headers['allow'] === undefined)
    return [`answered ${reply.status} without Allow`];
  if (isAsking || request.method === 'HEAD') return [];
  // A browser is shown a page with ways on, and what looks ahead of one a button in the place of a ping.
  if (reply.status === 404 && request.headers.some(isBrowsers) && reply.text.startsWith('<!doctype html>'))
    return contentTypeOf(reply) === 'text/html' ? [] : ['shows a page as something else'];
  // Agents are refused in their own protocol, by any method.
  const others = there
    .flatMap((operation) => promisesOf(operation, reply.status))
    .filter((each) => !refersToError(each));
  const faults = others.map((content) => contentFault(content, reply));
  return others.length === 0 ? refusalFaults(description, reply) : faults.filter((fault) => fault !== null);
}

const contentTypeOf = ({ headers }: WireReply) => String(headers['content-type']).split(';')[0];

const isBrowsers = ([name, value]: readonly [string, string]) =>
  /^(?:purpose|sec-purpose|x-purpose|x-moz|sec-fetch-mode|user-agent)$/i.test(name) ||
  (/^accept$/i.test(name) && value.includes('text/html'));

function refusalFaults({ codes }: Description, reply: WireReply): string[] {
  const body = jsonOf(reply.text);
  if (typeof body !== 'object' || body === null) return [`is no JSON object: ${reply.text.slice(0, 80)}`];
  const { error, detail } = body as Json;
  const faults: string[] = [];
  if (!codes.includes(error)) faults.push(`says an unlisted code: ${error}`);
  if (detail !== undefined && !/^\S[^\n\r]*\S$/.test(detail))
    faults.push(`has a detail of another form: ${detail}`);
  const extra = Object.keys(body).filter((name) => !SHAPE.has(name));
  if (extra.length > 0) faults.push(`has further members: ${extra.join(', ')}`);
  return faults;
}

function contentFault(content: Json, reply: WireReply): string | null {
  const [declared] = Object.entries<Json>(content).filter(([type]) => base(type) === typeOf(reply));
  if (Object.keys(content).length === 0 && reply.text === '') return null;
  if (!declared) return `answered ${reply.status} as ${typeOf(reply)}, not as ${Object.keys(content).join()}`;
  const schema: Json | undefined = declared[1]['schema'];
  // Bytes have none.
  if (!schema || schema['type'] === 'string') return null;
  const known = schemas.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(schema, known);
  const read = known.safeParse(jsonOf(reply.text));
  return read.success ? null : `answered another shape: ${read.error.message.slice(0, 300)}`;
}

function typeOf(reply: WireReply): string {
  return base(String(reply.headers['content-type'] ?? ''));
}

function base(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

function idsOf(operations: readonly Described[]): string {
  return operations.map(({ id }) => id).join(' or ');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
