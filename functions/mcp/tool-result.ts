import type { OriginReply } from '../../lib/adapters/call-origin.ts';
import type { Refusal } from '../../lib/contract/errors.ts';
import { spelledOut } from '../../lib/domain/printable.ts';
import { isJsonObject } from './protocol.ts';

interface TextBlock {
  type: 'text';
  text: string;
}

/** What a tool call answers, an error of the call among it: whoever called can mend that. */
export interface ToolResult {
  /** The answer, and behind it what a model has to be told of its headers. */
  content: [TextBlock, ...TextBlock[]];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
}

/** How long an answer may be: a model reads it all. */
export const ANSWER_MAX_BYTES = 256_000;

/** Headers of an answer that its body does not repeat. */
const TOLD = ['x-request-id', 'retry-after', 'idempotency-replayed', 'x-guest-token'];

/** The answer of the API as it came, with what its headers say. */
export function resultOf(reply: OriginReply, method: string): ToolResult {
  if (reply.kind === 'unavailable') return failed(unavailable(reply.why, method));
  const meta = metaOf(reply.status, reply.headers);
  if (reply.kind === 'too_long') return { ...tooLong(reply.status, method), _meta: meta };
  const { status, text } = reply;
  const type = reply.headers.get('content-type') ?? '';
  const json = type.includes('json') ? parsed(text) : undefined;
  // What a tool calls answers JSON or plain text; a web ACL may answer 202 with neither, having passed nothing on.
  const isOurs = status < 400 ? json !== undefined || type.startsWith('text/plain') : isRefusal(json);
  if (!isOurs) return { ...failed(fromElsewhere(reply, method)), _meta: meta };
  return {
    content: [{ type: 'text', text: readable(text) }, ...newGuest(reply.headers)],
    ...(isJsonObject(json) && { structuredContent: json }),
    ...((status < 200 || status >= 300) && { isError: true }),
    _meta: meta,
  };
}

// JSON has spelled these out; in what a job printed they move the terminal of whoever watches the model, or hide words from them.
const UNSEEN = /[^\P{C}\t\n]|[\p{Zl}\p{Zp}]/gu;

/** A text as it looks: without what a terminal obeys and what nobody sees. */
function readable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSEEN, spelledOut);
}

/** Clients show a model the content alone, and the token of a guest that the call made is told this once. */
function newGuest(headers: Headers): TextBlock[] {
  const token = headers.get('x-guest-token');
  if (token === null) return [];
  const text = `This made you a guest. Send guest_token ${token} with each later call, and keep it: it is shown once.`;
  return [{ type: 'text', text }];
}

/** What is refused before the API is asked, in its own form. */
export function refusalResult({ code, detail }: Refusal): ToolResult {
  return failed({ error: code, ...(detail !== undefined && { detail }) });
}

function failed(body: Record<string, unknown>): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body, isError: true };
}

function metaOf(status: number, headers: Headers): Record<string, unknown> {
  const told = TOLD.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const receipt = parsed(Buffer.from(headers.get('x-payment-response') ?? '', 'base64').toString('utf8'));
  return {
    'rollcall/http': { status, headers: Object.fromEntries(told) },
    ...(isJsonObject(receipt) && { 'x402/payment-response': receipt }),
  };
}

/** What reads is asked again for less; what writes was done, and only its answer is lost. */
function tooLong(status: number, method: string): ToolResult {
  const limit = `the answer is longer than ${ANSWER_MAX_BYTES} bytes`;
  if (method === 'GET' || status >= 300)
    return failed({
      error: 'corpo_grande',
      detail: `Nothing is shown: ${limit}. Ask for less, by limit, cursor or a filter.`,
    });
  const detail = `It was done (HTTP ${status}), but ${limit} and is left out; read the result.`;
  return { content: [{ type: 'text', text: detail }] };
}

const NOT_KNOWN =
  'It is not known whether it was done: check, or repeat it with the same idempotency_key or payment.';

function unavailable(why: string, method: string): Record<string, unknown> {
  const what = why === 'timeout' ? 'did not answer in time' : 'could not be reached';
  const advice = method === 'GET' ? 'Repeat the call.' : NOT_KNOWN;
  return { error: 'indisponivel', detail: `The API ${what}. ${advice}` };
}

/** Statuses of Node, the gateway and CloudFront for a URL, a header or a body that they do not pass on. */
const TOO_LONG = [413, 414, 431, 494];

/** An answer of what stands before the API. It may have cut the API's own to a write off. */
function fromElsewhere(
  { status, text }: { status: number; text: string },
  method: string,
): Record<string, unknown> {
  const message = (parsed(text) as { message?: unknown } | undefined)?.message;
  const said = typeof message === 'string' ? ` and said ${JSON.stringify(message.slice(0, 80))}` : '';
  const answered = `The way to the API answered ${status}${said}`;
  if (TOO_LONG.includes(status))
    return { error: 'corpo_grande', detail: `${answered}: the call is too long for it; send less.` };
  const isUnsure = (status < 400 || status >= 500) && method !== 'GET';
  const detail = isUnsure ? `${answered}. ${NOT_KNOWN}` : `${answered}; repeat the call later.`;
  return { error: 'indisponivel', detail };
}

function isRefusal(json: unknown): boolean {
  return isJsonObject(json) && typeof json['error'] === 'string';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
