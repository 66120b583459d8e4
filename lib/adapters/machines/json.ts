import { WireError } from './wire.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Members of objects and arrays, as commas and brackets count them. Each takes some hundred bytes of memory. */
const MEMBERS_MAX = 300_000;
const MARKS: ReadonlySet<number> = new Set(Buffer.from('[{,'));

/** The JSON of a body. Throws `WireError` for what is none, is not UTF-8, or has more members than memory is for. */
export function parsedJson(body: Buffer): unknown {
  if (hasMoreMembers(body))
    throw new WireError('too_large', `The JSON of a push may have at most ${MEMBERS_MAX} members.`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WireError('malformed', 'The body is not JSON in UTF-8.');
  }
}

function hasMoreMembers(body: Buffer): boolean {
  if (body.length <= MEMBERS_MAX) return false;
  let count = 0;
  for (const byte of body) if (MARKS.has(byte)) count += 1;
  return count > MEMBERS_MAX;
}

/** The objects in an array of an object. Throws `WireError` where one is of another kind; what is absent is empty. */
export function objectsIn(of: unknown, name: string): JsonObject[] {
  return arrayIn(of, name).map((each) => {
    if (isObject(each)) return each;
    throw new WireError('malformed', `${name} must hold objects.`);
  });
}

/** The same of an array that may hold anything. */
export function arrayIn(of: unknown, name: string): readonly unknown[] {
  if (!isObject(of)) throw new WireError('malformed', 'The body must be a JSON object.');
  const value = of[name];
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new WireError('malformed', `${name} must be an array.`);
}

/** A text of an object; empty where it has none. */
export function textIn(of: JsonObject, name: string): string {
  const value = of[name];
  return typeof value === 'string' ? value : '';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
