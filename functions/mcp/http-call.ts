import { Refusal } from '../../lib/contract/errors.ts';
import type { Json } from '../../lib/contract/json-schema.ts';
import type { ArgumentPlace, BuiltTool } from '../../lib/contract/agents/tools.ts';
import { shown } from '../../lib/domain/decision.ts';

/** The HTTP call that arguments make of a tool, without origin and credentials. */
export interface HttpCall {
  method: string;
  /** As the API will see it, decoded. */
  path: string;
  /** Path and query as they are sent. */
  target: string;
  isIngest: boolean;
  headers: Record<string, string>;
  body?: string;
  /** Replaces the credentials of the connection. */
  guestToken?: string;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Puts arguments where the operation reads them. Names, and what stands in path, query and headers, are held to the
 * schema of the tool; the fields of a body the operation itself reads. Throws a `Refusal`.
 */
export function httpCallOf({ tool, call }: BuiltTool, sent: Arguments): HttpCall {
  const { properties, required = [] } = tool.inputSchema;
  refuseUnknown(Object.keys(properties), sent);
  const missing = required.find((name) => call.places[name] !== 'body' && !Object.hasOwn(sent, name));
  if (missing !== undefined) throw new Refusal('consulta_invalida', `${missing} is required.`);
  for (const [name, place] of Object.entries(call.places))
    if (place !== 'body' && Object.hasOwn(sent, name)) refuseWrong(name, sent[name], properties[name] ?? {});
  const at = (place: ArgumentPlace) =>
    Object.entries(call.places).flatMap(([name, each]) =>
      each === place && Object.hasOwn(sent, name) ? [[name, sent[name]] as const] : [],
    );
  const path = pathOf(call.path, at('path'));
  const query = queryOf(at('query'));
  const [[, key] = []] = at('key');
  const [[, guestToken] = []] = at('guest');
  const [[, text] = []] = at('text');
  const body = text === undefined ? bodyOf(call.sends, at('body')) : String(text);
  return {
    method: call.method,
    path,
    target: path.split('/').map(encodeURIComponent).join('/') + query,
    isIngest: call.isIngest,
    headers: {
      ...(body !== undefined && { 'content-type': call.sends ?? '' }),
      ...(key !== undefined && { 'idempotency-key': headerText('idempotency_key', key) }),
    },
    ...(body !== undefined && { body }),
    ...(guestToken !== undefined && { guestToken: headerText('guest_token', guestToken) }),
  };
}

function refuseUnknown(known: readonly string[], sent: Arguments): void {
  const unknown = Object.keys(sent).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const detail = `There is no argument ${shown(unknown)}; there are ${known.join(', ') || 'none'}.`;
  throw new Refusal('campo_desconhecido', detail);
}

function refuseWrong(name: string, value: unknown, schema: Json): void {
  const type = String(schema['type']);
  // What stands in a path or a query is text in the end, and a model writes 0 for "0".
  const fits =
    (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) ||
    (type === 'array'
      ? Array.isArray(value) && value.every((each) => typeof each === 'string')
      : type === 'integer'
        ? Number.isSafeInteger(value)
        : typeof value === type);
  if (!fits)
    throw new Refusal('consulta_invalida', `${name} must be of the type ${type}; got ${typeOf(value)}.`);
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** One segment each: the gateway decodes a path once, so an escaped slash would lead to another operation. */
function pathOf(path: string, values: readonly (readonly [string, unknown])[]): string {
  const of = new Map(values.map(([name, value]) => [name, segment(name, String(value))]));
  return path.replaceAll(/:([A-Za-z_]+)/g, (_all, name: string) => of.get(name) ?? '');
}

const NOT_IN_A_SEGMENT = /[/\\?#%\p{Cc}\p{Cs}]/u;

function segment(name: string, text: string): string {
  if (text !== '' && text !== '.' && text !== '..' && !NOT_IN_A_SEGMENT.test(text)) return text;
  const detail = `${name} must be one segment of a path, without / \\ ? # %; got ${shown(text)}.`;
  throw new Refusal('consulta_invalida', detail);
}

function queryOf(values: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of values)
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  return query.size === 0 ? '' : `?${query}`;
}

function bodyOf(
  sends: string | undefined,
  values: readonly (readonly [string, unknown])[],
): string | undefined {
  if (sends === undefined) return undefined;
  try {
    return JSON.stringify(Object.fromEntries(values));
  } catch {
    // What is nested deeper than the call stack can be read but not written.
    throw new Refusal('corpo_invalido', 'An argument is nested too deeply.');
  }
}

function headerText(name: string, value: unknown): string {
  const text = String(value);
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new Refusal('consulta_invalida', `${name} must be 1 to 255 visible ASCII characters without spaces.`);
}
