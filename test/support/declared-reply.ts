import { operations, type OperationName } from '../../lib/contract/catalogue.ts';
import { ERRORS, type ErrorCode } from '../../lib/contract/errors.ts';
import { methodsOf, type Operation } from '../../lib/contract/operation.ts';
import { matchPath } from '../../lib/contract/path.ts';
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

/** The operations a method and a path without query can mean: those with the most fixed text. */
export function operationsAt(method: string, path: string): Named[] {
  const fitting = operations.filter(
    ([, operation]) =>
      methodsOf(operation).some((each) => each === method) &&
      operation.path.split('/').length === path.split('/').length &&
      matchPath(operation.path, decoded(path)) !== null,
  );
  const most = Math.max(...fitting.map(fixedText));
  return fitting.filter((each) => fixedText(each) === most);
}

function fixedText([, operation]: Named): number {
  return operation.path.replaceAll(/:[A-Za-z_]+/g, '').length;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
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
  const isJson = (reply.headers.get('content-type') ?? '').includes('json');
  if (!isJson && !('json' in operation.output)) {
    // A page, feed or picture says in its own form that it is not there.
    return operation.errors.some((code) => ERRORS[code].status === reply.status)
      ? null
      : `${name} does not declare ${reply.status}`;
  }
  const code = String(reply.json['error']);
  if (!Object.hasOwn(ERRORS, code)) return `${name} answered an unlisted code: ${reply.text}`;
  const { status } = ERRORS[code as ErrorCode];
  if (status !== reply.status) return `${name} answered ${code} with ${reply.status}, not ${status}`;
  const known = ALWAYS.has(code) || operation.errors.some((each) => each === code);
  return known ? null : `${name} does not declare ${code}`;
}
