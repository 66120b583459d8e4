import { hashOf } from '../adapters/ids.ts';
import { statusesOf, type Operation } from '../contract/operation.ts';
import { PLAIN_TYPE, typeOf } from './area.ts';
import type { Call, Reply } from './call.ts';
import { houseReply, jsonText } from './replies.ts';
import { Result, type ResultParts, type SetCookie } from './result.ts';

type Body = Reply['body'];

/**
 * The reply to what an operation returned, as its declaration says: type, status, entity tag, cookies. Throws for a
 * status or a cookie that it does not declare: nobody was told of it.
 */
export function resultReply(operation: Operation, returned: unknown, call: Call): Reply {
  const { body, parts } = returned instanceof Result ? returned : new Result(returned);
  const { status = statusesOf(operation)[0], cookies = {} } = parts;
  if (!statusesOf(operation).includes(status)) throw new Error(`The status ${status} is not declared.`);
  const content = chosen(operation, parts, call) ?? contentOf(operation, body);
  const headers = {
    ...content.headers,
    ...(operation.keptSec !== undefined && { 'cache-control': `public, max-age=${operation.keptSec}` }),
    ...parts.headers,
    ...((operation.alsoPage || operation.alsoText) && { vary: 'Accept' }),
  };
  const reply =
    operation.conditional && status === 200
      ? conditionalReply(content.body, call, headers)
      : houseReply(status, content.body, call, headers);
  const lines = Object.entries(cookies).map(([name, cookie]) => cookieLine(operation, name, cookie));
  return lines.length === 0 ? reply : { ...reply, cookies: lines };
}

/** The page or the text of an operation that is also one, where the caller prefers it; either answer says that it was chosen so. */
function chosen(
  { alsoPage, alsoText }: Operation,
  { page, text }: ResultParts,
  { headers: { accept } }: Call,
): Content | undefined {
  if (alsoPage && page && prefersText(accept, 'text/html'))
    return { body: page.text(), headers: { ...page.headers, 'content-type': 'text/html; charset=utf-8' } };
  if (alsoText && text !== undefined && prefersText(accept, 'text/plain'))
    return { body: text, headers: { 'content-type': PLAIN_TYPE } };
  return undefined;
}

interface Content {
  body: Body;
  headers: Record<string, string>;
}

function contentOf({ output }: Operation, body: unknown): Content {
  if (body === undefined) return { body: '', headers: {} };
  const written = 'json' in output ? jsonText(body) : (body as Body);
  return { body: written, headers: { 'content-type': typeOf(output) } };
}

/**
 * The reply with its entity tag, or 304 when the caller has it. Compared weakly, since CloudFront weakens the tag of what
 * it compresses (RFC 9110 section 8.8.3.2).
 */
function conditionalReply(body: Body, call: Call, headers: Record<string, string>): Reply {
  const etag = `"${hashOf(body).slice(0, 32)}"`;
  const tagged = { ...headers, etag };
  return hasTag(call.headers['if-none-match'], etag)
    ? houseReply(304, '', call, tagged)
    : houseReply(200, body, call, tagged);
}

function hasTag(sent: string | undefined, etag: string): boolean {
  const tags = (sent ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** Lax and not Strict, since a return from a sign-in elsewhere is a navigation from another site. */
function cookieLine({ cookies }: Operation, name: string, cookie: SetCookie | null): string {
  const { value, maxAgeSec } = cookie ?? { value: '', maxAgeSec: 0 };
  if (!cookies?.sets?.includes(name)) throw new Error(`The cookie ${name} is not declared.`);
  if (!/^[\w.~-]*$/.test(value)) throw new Error(`The value of the cookie ${name} must be escaped.`);
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSec}; HttpOnly; Secure; SameSite=Lax`;
}

/** Whether a caller would rather have a page, or plain text, than JSON, by its `Accept`; whoever does not care gets JSON. */
export function prefersText(accept: string | undefined, type: 'text/html' | 'text/plain'): boolean {
  const ranges = (accept ?? '*/*').split(',').map(rangeOf);
  const weight = (...types: string[]) => {
    // The most specific range that fits says how much a type is wanted (RFC 9110 section 12.5.1).
    const [fitting] = types.flatMap((type) => ranges.filter((range) => range.type === type));
    return fitting?.weight ?? 0;
  };
  return weight(type, 'text/*', '*/*') > weight('application/json', 'application/*', '*/*');
}

function rangeOf(text: string): { type: string; weight: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [, weight] =
    parameters.map((each) => /^q=([01](?:\.\d{0,3})?)$/.exec(each)).find((found) => found) ?? [];
  return { type, weight: weight === undefined ? 1 : Number(weight) };
}
