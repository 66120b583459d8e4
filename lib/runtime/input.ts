import * as z from 'zod';
import { CSRF_FIELD } from '../contract/cookies.ts';
import { holdsCredential } from '../contract/credentials.ts';
import { Refusal, type ErrorCode } from '../contract/errors.ts';
import { fieldRules } from '../contract/field.ts';
import { FORM_TYPE, type Body, type Operation } from '../contract/operation.ts';
import { queryNamesOf } from '../contract/refusals.ts';
import { takesKey } from '../contract/repeats.ts';
import { shown } from '../domain/decision.ts';
import { LIMITS } from '../domain/limits.ts';
import { isUnicode } from '../domain/unicode.ts';
import { contentTypeOf, cookieOf, type Call } from './call.ts';

/** The input of an operation as its schemas read it. Throws 400, 413 or 415 with a sentence that names the field. */
export function inputOf(operation: Operation, call: Call, params: Record<string, string>) {
  try {
    return {
      params: parsed(operation.params, params),
      query: parsed(operation.query, queryOf(operation, call.rawQuery)),
      body: bodyOf(operation, call),
      cookies: cookiesOf(operation, call),
      headers: headersOf(operation, call),
    };
  } catch (error) {
    throw asDeclared(operation, error);
  }
}

/** Fields of a body may have codes of their own; what concerns its form has those of every operation. */
const CODES_OF_FORM: ReadonlySet<ErrorCode> = new Set([
  'consulta_invalida',
  'corpo_invalido',
  'tipo_nao_suportado',
  'campo_desconhecido',
]);

function asDeclared({ invalidInput }: Operation, error: unknown): unknown {
  return invalidInput && error instanceof Refusal && CODES_OF_FORM.has(error.code)
    ? new Refusal(invalidInput, error.detail)
    : error;
}

function headersOf({ headers = [] }: Operation, call: Call): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap((name) => {
      const value = call.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function cookiesOf({ cookies, invalidInput }: Operation, call: Call): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name of cookies?.reads ?? []) {
    const value = cookieOf(call, name);
    if (value !== undefined) sent[name] = value;
    else if (invalidInput && call.cookies.some((cookie) => cookie.startsWith(`${name}=`)))
      throw new Refusal(invalidInput, `The cookie ${name} must be sent once.`);
  }
  return sent;
}

/** Single values take the last one sent, or only one where names are known; lists take all. The gateway joins them by commas, so the raw query is read. */
function queryOf(operation: Operation, raw: string): Record<string, unknown> {
  const sent = new URLSearchParams(raw);
  const known = queryNamesOf(operation);
  if (known) refuseUnknown(known, sent);
  else if (sent.has('dry_run') && takesKey(operation)) throw new Refusal('consulta_invalida', NO_DRY_RUN);
  const query: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(operation.query?.shape ?? {})) {
    const values = sent.getAll(name);
    const isList = unwrapped(part) instanceof z.ZodArray;
    if (known && !isList && values.length > 1)
      throw new Refusal('consulta_invalida', `${name} must be sent once; got ${shownAll(name, values)}.`);
    if (values.length > 0) query[name] = isList ? values : values.at(-1);
  }
  return query;
}

function shownAll(name: string, values: readonly string[]): string {
  return holdsCredential(name) ? `${values.length}` : values.map(shown).join(' and ');
}

/** Of a write that ignores what it does not know: this says that nothing is to be done. */
const NO_DRY_RUN = 'There is no query parameter "dry_run" of this call; nothing was done.';

/** A misspelt filter would show everything, a misspelt `dry_run` would do what it asks about. */
function refuseUnknown(known: readonly string[], sent: URLSearchParams): void {
  const unknown = [...sent.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const rule = known.length === 0 ? 'this call takes none' : `there are ${known.join(', ')}`;
  throw new Refusal('consulta_invalida', `There is no query parameter ${shown(unknown)}; ${rule}.`);
}

function bodyOf(operation: Operation, call: Call): unknown {
  const { body, bodyOptional } = operation;
  if (!body) return undefined;
  if (bodyOptional && 'json' in body && call.body.byteLength === 0) return parsed(body.json, {});
  refuseLonger(operation, call);
  if ('raw' in body) return call.body.bytes();
  if (!operation.anyContentType) refuseOtherType(operation, body, call);
  const text = call.body.text();
  if (text === null) throw new Refusal('corpo_invalido', 'The body must be valid UTF-8.');
  if ('form' in body) return parsed(body.form, formOf(text));
  if ('text' in body) return text;
  const value = jsonOf(text, operation);
  if (!operation.neverRefuses && HALF_PAIR.test(text)) refuseHalfPairs(body.json, value, operation);
  return parsed(body.json, value, operation.namesField);
}

/** An escape that may be half a surrogate pair: JSON can spell what is no character, and no table can keep it. */
const HALF_PAIR = /\\u[Dd][89A-Fa-f]/;

function refuseHalfPairs({ shape }: z.ZodObject, value: object, { namesField }: Operation): void {
  const field = Object.entries(value).find((entry) => !isUnicode(entry))?.[0];
  if (field === undefined) return;
  const part = Object.hasOwn(shape, field) ? shape[field] : undefined;
  const code = (part && fieldRules.get(unwrapped(part))?.code) ?? 'corpo_invalido';
  const spelled = field.isWellFormed() ? field : shown(field);
  const detail = `${spelled} must be Unicode; it has half a surrogate pair.`;
  throw new Refusal(code, detail, namesField ? { code: field } : {});
}

function refuseOtherType({ listBody }: Operation, body: Exclude<Body, { raw: true }>, call: Call): void {
  const type = contentTypeOf(call);
  const wanted = 'text' in body ? body.text : 'form' in body ? FORM_TYPE : 'application/json';
  if (type !== wanted && !(wanted === 'application/json' && type.endsWith('+json')))
    throw new Refusal(
      'tipo_nao_suportado',
      `Content-Type must be ${wanted}; got ${shown(type)}.${listBody ? ` ${listBody.else}` : ''}`,
    );
  refuseOtherCharset(call.headers['content-type'] ?? '');
}

/** The last of each field; the CSRF token has done its work. */
function formOf(text: string): Record<string, unknown> {
  const { [CSRF_FIELD]: _token, ...fields } = Object.fromEntries(new URLSearchParams(text));
  return fields;
}

function refuseLonger(
  { bodyMaxBytes: maxBytes = LIMITS.jsonBodyMaxBytes, tooLarge = 'corpo_grande' }: Operation,
  { body: { byteLength } }: Call,
): void {
  if (byteLength <= maxBytes) return;
  throw new Refusal(tooLarge, `The body must have at most ${maxBytes} bytes; got ${byteLength}.`);
}

/** ASCII is UTF-8 too. */
function refuseOtherCharset(contentType: string): void {
  for (const [, charset = ''] of contentType.matchAll(/;[ \t]*charset[ \t]*=[ \t]*"?([^\s";,]*)/gi)) {
    if (/^(?:utf-?8|us-ascii|ascii)$/i.test(charset)) continue;
    throw new Refusal(
      'tipo_nao_suportado',
      `The charset of Content-Type must be utf-8; got ${shown(charset)}.`,
    );
  }
}

function jsonOf(text: string, { listBody }: Operation): object {
  try {
    const value: unknown = JSON.parse(text);
    if (listBody && Array.isArray(value)) return { [listBody.as]: value };
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Falls through to the same refusal.
  }
  throw new Refusal('corpo_invalido', listBody?.else ?? 'The body must be a JSON object.');
}

/** A value as a schema reads it; throws 400 with a sentence that names the field. With `namesField` a refusal has its name as `code`. */
export function parsed(schema: z.ZodObject | undefined, value: unknown, namesField = false): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { refusal, field } = refusalOf(schema, result.error.issues, value as Record<string, unknown>);
  throw namesField ? new Refusal(refusal.code, refusal.detail, { code: field }) : refusal;
}

/** An object of the body: the body itself, or an entry of a list in it. */
interface Place {
  schema: z.ZodObject;
  value: Record<string, unknown>;
  /** What a sentence puts before the names of its fields. */
  prefix: string;
  /** The path of the issue from here on. */
  path: PropertyKey[];
}

/** The refusal of the first object that breaks a rule; there a field that does not exist goes before others. */
function refusalOf(
  schema: z.ZodObject,
  issues: z.core.$ZodIssue[],
  value: Record<string, unknown>,
): { refusal: Refusal; field: string } {
  const placed = issues.map((issue) => ({ issue, place: placeOf(schema, value, issue.path) }));
  const outer = placed.filter(
    ({ issue, place }) => place.prefix === '' && issue.code === 'unrecognized_keys',
  );
  const [first] = outer.length > 0 ? outer : placed;
  const beside = placed.filter(({ place }) => place.prefix === first?.place.prefix);
  for (const { issue, place } of beside) {
    if (issue.code !== 'unrecognized_keys') continue;
    const fields = Object.keys(place.schema.shape).join(', ');
    const unknown = `${place.prefix}${issue.keys[0]}`;
    const rule = fields === '' ? 'the body must be an empty object' : `the fields are ${fields}`;
    const detail = `There is no field ${shown(unknown)}; ${rule}.`;
    return { refusal: new Refusal('campo_desconhecido', detail), field: unknown };
  }
  const place = first?.place ?? placeOf(schema, value, []);
  return { refusal: fieldRefusal(place), field: place.prefix + String(place.path[0] ?? '') };
}

function placeOf(schema: z.ZodObject, value: Record<string, unknown>, path: PropertyKey[]): Place {
  const [name = '', index, ...rest] = path;
  const part = schema.shape[String(name)];
  const list = part && unwrapped(part);
  const entry = list instanceof z.ZodArray && typeof index === 'number' ? list.element : undefined;
  if (!(entry instanceof z.ZodObject)) return { schema, value, prefix: '', path };
  const sent = (value[String(name)] as unknown[])[Number(index)];
  const inner = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  return { schema: entry, value: inner, prefix: `${String(name)}[${String(index)}].`, path: rest };
}

function fieldRefusal({ schema, value, prefix, path }: Place): Refusal {
  const name = String(path[0] ?? '');
  if (name === '' && prefix !== '')
    return new Refusal('corpo_invalido', `${prefix.slice(0, -1)} must be a JSON object.`);
  const part = schema.shape[name];
  const rule = part && fieldRules.get(unwrapped(part));
  const sent = value[name];
  const spelled = prefix + name;
  if (!rule)
    return new Refusal('corpo_invalido', `${spelled || 'The body'} is not valid; got ${shown(sent)}.`);
  if (rule.missing && (sent === undefined || sent === null))
    return new Refusal(rule.missing, `${spelled} is required: ${rule.rule}.`);
  const got = rule.isSecret ? '' : `; got ${shown(sent)}`;
  return new Refusal(rule.code, `${spelled} must be ${rule.rule}${got}.`);
}

function unwrapped(schema: z.core.$ZodType): z.ZodType {
  let inner = schema as z.ZodType;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
    inner = inner.unwrap() as z.ZodType;
  return inner;
}
