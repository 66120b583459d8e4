import { credentialHeaders, isOpenToSites } from '../contract/credentials.ts';
import { Refusal } from '../contract/errors.ts';
import { methodsOf, type Method, type Operation } from '../contract/operation.ts';
import { matchPath } from '../contract/path.ts';
import type { Call, Reply } from './call.ts';
import { closedToSites, errorReply } from './replies.ts';

/** Header fields that a page of another site may send. Those of a credential come from the table of their kinds. */
const ALLOWED_HEADERS = [
  ...credentialHeaders(),
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'X-PAYMENT',
  'X-Homolog-Credential',
  // Clients of x402 send this one, which belongs into answers, with the payment.
  'Access-Control-Expose-Headers',
].join(', ');

/** What is known of an operation without its schemas. */
export type ReachedPath = Pick<
  Operation,
  'path' | 'method' | 'also' | 'noHead' | 'auth' | 'cookies' | 'closedToSites'
>;

/**
 * The reply to a method that no operation takes at a known path: its methods to OPTIONS, 405 with `Allow` to another one
 * (DECISIONS.md "HTTP" 2). Undefined for a path that is no operation's.
 */
export function wrongMethodReply(call: Call, operations: readonly ReachedPath[]): Reply | undefined {
  const there = operations.filter(({ path }) => matchPath(path, call.path) !== null);
  const methods = methodsIn(there);
  // A method that the path takes is another function's to answer.
  if (methods.length === 0 || methods.some((method) => method === call.method)) return undefined;
  const allow = [...methods, 'OPTIONS'].join(', ');
  const open = methodsIn(there.filter((each) => isOpenToSites(each)));
  if (call.method === 'OPTIONS') return preflight(allow, open);
  const refusal = new Refusal('metodo_nao_permitido', `${call.method} is not one of ${allow} at this path.`);
  const reply = open.length > 0 ? errorReply(refusal, call) : closedToSites(errorReply(refusal, call));
  return { ...reply, headers: { ...reply.headers, allow } };
}

function preflight(allow: string, open: readonly Method[]): Reply {
  const granted = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': [...open, 'OPTIONS'].join(', '),
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': '86400',
  };
  const headers = { allow, ...(open.length > 0 && granted) };
  return { status: 204, headers, body: '' };
}

function methodsIn(operations: readonly ReachedPath[]): Method[] {
  return [...new Set(operations.flatMap(methodsOf))];
}
