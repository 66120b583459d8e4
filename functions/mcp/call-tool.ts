import { callOrigin } from '../../lib/adapters/call-origin.ts';
import { needsOf } from '../../lib/areas/areas.ts';
import { ORGANIZATION_HEADER } from '../../lib/contract/cookies.ts';
import { CREDENTIALS, credentialHeaders } from '../../lib/contract/credentials.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { HOP_HEADER } from '../../lib/contract/agents/mcp-voucher.ts';
import { shown } from '../../lib/domain/decision.ts';
import type { Call } from '../../lib/runtime/call.ts';
import { urlsOf } from '../../lib/config/config.ts';
import type { McpDeps } from '../../lib/runtime/deps.ts';
import { vouchFor } from '../../lib/runtime/mcp-voucher.ts';
import { sentOf } from '../../lib/runtime/callers/sent-credential.ts';
import type { Choice } from './offered-tools.ts';
import { httpCallOf, type HttpCall } from './http-call.ts';
import { isJsonObject, memberNamed, ProtocolError, type Request } from './protocol.ts';
import { ANSWER_MAX_BYTES, refusalResult, resultOf, type ToolResult } from './tool-result.ts';

/** So much sooner than Lambda ends the function, and the gateway waits for it, an answer is given up on. */
const SPARE_MS = 2_500;
export const TIMEOUT_MS = needsOf('mcp').timeoutSec * 1000 - SPARE_MS;

/** And whom a call is for: where that is not whose credential it is, the API refuses it. */
const CREDENTIAL_HEADERS = [...credentialHeaders(), ORGANIZATION_HEADER].map((name) => name.toLowerCase());
/** By which a call is paid, whoever makes it. */
const PAYMENT = ['x-payment', 'x-credito', 'x-homolog-credential'];

/**
 * Carries a tool call out, as the HTTP call that it is: by the caller's credentials, through the API's own door. Throws a
 * `ProtocolError` for a tool that is not offered and for what is no call of one.
 */
export async function callTool(
  deps: McpDeps,
  call: Call,
  { params }: Request,
  offered: Choice,
): Promise<ToolResult> {
  const name = memberNamed(params, 'name');
  const built = typeof name === 'string' ? offered.byName.get(name) : undefined;
  if (!built) {
    const detail = typeof name === 'string' ? `Unknown tool: ${shown(name)}` : 'params.name must be a text.';
    throw new ProtocolError('invalidParams', detail);
  }
  const sent = Object.hasOwn(params, 'arguments') ? params['arguments'] : {};
  if (!isJsonObject(sent)) throw new ProtocolError('invalidParams', 'params.arguments must be an object.');
  const payment = paymentOf(params);
  try {
    return await made(deps, call, httpCallOf(built, sent), payment);
  } catch (error) {
    if (error instanceof Refusal) return refusalResult(error);
    throw error;
  }
}

async function made(
  deps: McpDeps,
  call: Call,
  http: HttpCall,
  payment: string | undefined,
): Promise<ToolResult> {
  const { base, ingest } = urlsOf(deps.config);
  const began = deps.clock.now();
  const secret = await deps.secret();
  const now = deps.clock.now();
  const headers = {
    accept: 'application/json, text/plain',
    'user-agent': 'rollcall-mcp',
    ...forwarded(call, http.guestToken),
    ...http.headers,
    [HOP_HEADER]: vouchFor(secret, { ...http, address: call.clientAddress }, now),
    ...(payment !== undefined && { 'x-payment': payment }),
  };
  const reply = await callOrigin({
    method: http.method,
    url: (http.isIngest ? ingest : base) + http.target,
    headers,
    // Where the secret came late, there is less left before the function ends without a word on the call.
    timeoutMs: TIMEOUT_MS - (now - began),
    maxBytes: ANSWER_MAX_BYTES,
    ...(http.body !== undefined && { body: http.body }),
  });
  return resultOf(reply, http.method);
}

/** Never a cookie: what a browser sends by itself must not write. A guest token of the call replaces all other credentials. */
function forwarded(call: Call, guestToken: string | undefined): Record<string, string> {
  if (guestToken === undefined) return headersOf(call, [...CREDENTIAL_HEADERS, ...PAYMENT]);
  // It may stand among the credentials that are replaced, as a bearer.
  const credit = sentOf(CREDENTIALS.credit, call)?.token;
  return {
    ...headersOf(call, PAYMENT),
    ...(credit !== undefined && { 'x-credito': credit }),
    'x-guest-token': guestToken,
  };
}

function headersOf({ headers }: Call, names: readonly string[]): Record<string, string> {
  const sent = names.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(sent);
}

/** The payment of the x402 transport for MCP, as the header of HTTP has it. */
function paymentOf(params: Request['params']): string | undefined {
  const meta = memberNamed(params, '_meta');
  if (meta !== undefined && !isJsonObject(meta))
    throw new ProtocolError('invalidParams', 'params._meta must be an object.');
  const payment = memberNamed(meta, 'x402/payment');
  if (payment === undefined) return undefined;
  if (!isJsonObject(payment))
    throw new ProtocolError('invalidParams', 'params._meta["x402/payment"] must be an object.');
  try {
    return Buffer.from(JSON.stringify(payment)).toString('base64');
  } catch {
    throw new ProtocolError('invalidParams', 'params._meta["x402/payment"] is nested too deeply.');
  }
}
