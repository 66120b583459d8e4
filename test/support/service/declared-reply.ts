import { catalogue } from '../../../lib/contract/catalogue.ts';
import { askedOfChecks } from '../../../lib/contract/monitors/checks-paths.ts';
import { STATUSES, type ErrorCode } from '../../../lib/contract/errors.ts';
import { methodsOf, statusesOf, type Declared, type Operation } from '../../../lib/contract/operation.ts';
import { pathMatcher } from '../../../lib/contract/path.ts';
import { errorsOf } from '../../../lib/contract/refusals.ts';
import type { Reply } from './service.ts';

type Named = readonly [string, Operation];

/** What any operation may answer without saying so: faults of ours. */
const ALWAYS = new Set(['erro_interno', 'indisponivel']);

/**
 * Throws unless a reply is one the contract declares for the call: status, schema of the body, code of a refusal.
 * Every call a test makes goes through it.
 */
export function expectDeclared(
  method: string,
  target: string,
  reply: Reply,
  promised: Declared = catalogue,
): void {
  const [path = ''] = target.split('?', 1);
  const declared = operationsAt(method, askedOfChecks(path)?.path ?? path, promised);
  if (declared.length === 0) return;
  const faults = declared.map(([name, operation]) => faultOf(name, operation, method, reply));
  if (faults.every((fault) => fault !== null)) throw new Error(`${method} ${target}: ${faults.join('; ')}`);
}

/** The operations a method and a path without query can mean: those with the most fixed text. */
export function operationsAt(method: string, path: string, promised: Declared = catalogue): Named[] {
  const places = known.get(promised) ?? placesOf(promised);
  known.set(promised, places);
  const spelled = decoded(path);
  const fitting = (places.get(placeOf(method, path)) ?? []).filter(
    ({ matches }) => matches(spelled) !== null,
  );
  const most = Math.max(...fitting.map(fixedText));
  return fitting.filter((place) => fixedText(place) === most).map(({ named }) => named);
}

interface Place {
  named: Named;
  matches: ReturnType<typeof pathMatcher>;
}

/** Every call of every test looks for its operation. */
const known = new WeakMap<Declared, Map<string, Place[]>>();

function placesOf(promised: Declared): Map<string, Place[]> {
  const places = Object.entries(promised).flatMap((named) =>
    methodsOf(named[1]).map((method) => ({
      at: placeOf(method, named[1].path),
      place: { named, matches: pathMatcher(named[1].path) },
    })),
  );
  const groups = Map.groupBy(places, ({ at }) => at);
  return new Map([...groups].map(([at, group]) => [at, group.map(({ place }) => place)]));
}

/** What an operation shares with few others: its method and how many segments its path has. */
function placeOf(method: string, path: string): string {
  return `${method} ${path.split('/').length}`;
}

function fixedText({ named: [, { path }] }: Place): number {
  return path.replaceAll(/:[A-Za-z_]+/g, '').length;
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
  if (reply.status === 304 && operation.conditional) return null;
  const type = reply.headers.get('content-type') ?? '';
  if (type.startsWith('text/html') && (operation.previewed || operation.alsoPage)) return null;
  if (type === 'text/plain; charset=utf-8' && operation.alsoText) return null;
  if (type === 'application/json' && operation.alsoJson) return null;
  const statuses = statusesOf(operation);
  if (!statuses.some((status) => status === reply.status))
    return `${name} answered ${reply.status}, not ${statuses.join(' or ')}`;
  const { output } = operation;
  if (reply.text === '' && ('empty' in output || reply.status === 202 || reply.status >= 300)) return null;
  if ('contentType' in output && type !== output.contentType) return `${name} answered ${type}`;
  if (!('json' in output)) return 'empty' in output ? `${name} answered a body` : null;
  const parsed = output.json.safeParse(reply.json);
  return parsed.success ? null : `${name} answered another shape: ${parsed.error.message}`;
}

function refusalFault(name: string, operation: Operation, reply: Reply): string | null {
  const isJson = (reply.headers.get('content-type') ?? '').includes('json');
  if (operation.refusals?.statuses.includes(reply.status)) {
    const read = operation.refusals.json.safeParse(reply.json);
    return read.success ? null : `${name} refused in another shape: ${read.error.message}`;
  }
  if ((!isJson || operation.alsoJson) && !('json' in operation.output)) {
    // A page, feed or picture says in its own form that it is not there.
    return errorsOf(operation).some((code) => STATUSES[code] === reply.status)
      ? null
      : `${name} does not declare ${reply.status}`;
  }
  const code = String(reply.json['error']);
  if (!Object.hasOwn(STATUSES, code)) return `${name} answered an unlisted code: ${reply.text}`;
  const status = STATUSES[code as ErrorCode];
  if (status !== reply.status) return `${name} answered ${code} with ${reply.status}, not ${status}`;
  const known = ALWAYS.has(code) || errorsOf(operation).some((each) => each === code);
  return known ? null : `${name} does not declare ${code}`;
}
