import { operations, type OperationName } from '../../lib/contract/catalogue.ts';
import { ERRORS, type ErrorCode } from '../../lib/contract/errors.ts';
import { methodsOf, type Operation } from '../../lib/contract/operation.ts';
import type { Reply } from './service.ts';

type Named = readonly [OperationName, Operation];

/** What any operation may answer without saying so: faults of ours. */
const ALWAYS = new Set(['erro_interno', 'indisponivel']);

/**
 * Throws unless a reply is one the contract declares for the call: status, schema of the body, code of a refusal.
 * Every call a test makes goes through it.
 */
export function expectDeclared(method: string, target: string, reply: Reply): void {
  const declared = operationsAt(method, target.split('?')[0] ?? '');
  if (declared.length === 0) return;
  const faults = declared.map(([name, operation]) => faultOf(name, operation, method, reply));
  if (faults.every((fault) => fault !== null)) throw new Error(`${method} ${target}: ${faults.join('; ')}`);
}

/** The operations a method and a path without query can mean: those with the most literal segments. */
export function operationsAt(method: string, path: string): Named[] {
  const segments = path.split('/').map(decoded);
  const fitting = operations.filter(
    ([, operation]) => methodsOf(operation).some((each) => each === method) && fits(operation.path, segments),
  );
  const most = Math.max(...fitting.map(literals));
  return fitting.filter((each) => literals(each) === most);
}

function fits(pattern: string, segments: string[]): boolean {
  const parts = pattern.split('/');
  return (
    parts.length === segments.length &&
    parts.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
  );
}

function literals([, operation]: Named): number {
  return operation.path.split('/').filter((part) => !part.startsWith(':')).length;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function faultOf(name: string, operation: Operation, method: string, reply: Reply): string | null {
  if (method === 'HEAD') return null;
  if (reply.status >= 400) return refusalFault(name, operation, reply);
  if ((reply.headers.get('content-type') ?? '').startsWith('text/html') && operation.area === 'ingest')
    return null;
  if (reply.status !== operation.status) return `${name} answered ${reply.status}, not ${operation.status}`;
  if (!('json' in operation.output)) return null;
  const parsed = operation.output.json.safeParse(reply.json);
  return parsed.success ? null : `${name} answered another shape: ${parsed.error.message}`;
}

function refusalFault(name: string, operation: Operation, reply: Reply): string | null {
  const code = String(reply.json['error']);
  if (!Object.hasOwn(ERRORS, code)) return `${name} answered an unlisted code: ${reply.text}`;
  const { status } = ERRORS[code as ErrorCode];
  if (status !== reply.status) return `${name} answered ${code} with ${reply.status}, not ${status}`;
  const known = ALWAYS.has(code) || operation.errors.some((each) => each === code);
  return known ? null : `${name} does not declare ${code}`;
}
