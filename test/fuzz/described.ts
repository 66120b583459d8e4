import type { TestService } from '../support/service/service.ts';

/** JSON as it is read from a document that nobody has typed. */
export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Json;
}

/** What a document promises of one status. */
export interface Promised {
  /** Schema by content type; empty for a reply without content. */
  content: Record<string, Json>;
}

/** An operation as its OpenAPI document has it; nothing here comes from our own catalogue. */
export interface Described {
  id: string;
  method: string;
  path: string;
  security: string[];
  /** Whether it also answers whoever has no credential. */
  isOpen: boolean;
  parameters: Parameter[];
  body: { contentType: string; schema: Json } | null;
  promised: Record<string, Promised>;
}

export interface Description {
  operations: Described[];
  /** What `error` may say. */
  codes: string[];
}

/** Fetches the document from the running service and lists what it describes. */
export async function describe(service: TestService): Promise<Description> {
  const document = (await service.call('GET', '/openapi.json')).json;
  const operations = Object.entries<Json>(document['paths']).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]) => described(method.toUpperCase(), path, operation)),
  );
  return { operations, codes: document['components'].schemas.Error.properties.error.enum };
}

function described(method: string, path: string, operation: Json): Described {
  const [body] = Object.entries<Json>(operation['requestBody']?.content ?? {});
  const promised = Object.entries<Json>(operation['responses']).map(
    ([status, { content = {} }]) => [status, { content }] as const,
  );
  return {
    id: operation['operationId'],
    method,
    path,
    security: (operation['security'] as Json[]).flatMap((scheme) => Object.keys(scheme)),
    isOpen: (operation['security'] as Json[]).every(
      (scheme, at) => at > 0 || Object.keys(scheme).length === 0,
    ),
    parameters: operation['parameters'],
    body: body ? { contentType: body[0], schema: body[1]['schema'] } : null,
    promised: Object.fromEntries(promised),
  };
}

/** The operations a path can mean, whatever the method: those with the most literal segments. */
export function operationsAt(operations: readonly Described[], path: string): Described[] {
  const segments = segmentsOf(decoded(path));
  const fitting = operations.filter((operation) => fits(segmentsOf(operation.path), segments));
  // The form of the key decides: a job may be called `start`.
  const byKey = fitting.filter(({ path }) => path.includes('{ingestKey}'));
  if (byKey.length > 0 && segments[2]?.startsWith('hpk_')) return byKey;
  const most = Math.max(...fitting.map(literals));
  return fitting.filter((each) => literals(each) === most);
}

/** The operations of a method at a path that others, of other methods, name more literally. */
export function operationsBeside(
  operations: readonly Described[],
  path: string,
  method: string,
): Described[] {
  const segments = segmentsOf(decoded(path));
  return operations.filter((each) => each.method === method && fits(segmentsOf(each.path), segments));
}

function fits(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length && pattern.every((part, at) => fitsPart(part, segments[at] ?? ''))
  );
}

/** A parameter stands for at least one character; what follows it, such as `.json`, is literal. */
function fitsPart(part: string, segment: string): boolean {
  const [, ending] = /^\{[^}]+\}(.*)$/.exec(part) ?? [];
  return ending === undefined ? part === segment : segment.length > ending.length && segment.endsWith(ending);
}

function literals({ path }: Described): number {
  return segmentsOf(path).filter((part) => !part.startsWith('{')).length;
}

function segmentsOf(path: string): string[] {
  return path.split('/');
}

/** As a gateway decodes: once, cut at a question mark that was encoded, and not at all what is broken. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\?.*$/s, '');
  } catch {
    return path;
  }
}
