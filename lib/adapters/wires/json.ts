import { WireError } from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

/** The JSON of a body. Throws `WireError` for what is none, and what is not UTF-8. */
export function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WireError('malformed', 'The body is not JSON in UTF-8.');
  }
}

/** The objects in an array of an object. Throws `WireError` where one is of another kind; what is absent is empty. */
export function objectsIn(of: unknown, name: string): Json[] {
  return arrayIn(of, name).map((each) => {
    if (typeof each === 'object' && each !== null && !Array.isArray(each)) return each as Json;
    throw new WireError('malformed', `${name} must hold objects.`);
  });
}

export function arrayIn(of: unknown, name: string): readonly unknown[] {
  if (typeof of !== 'object' || of === null || Array.isArray(of))
    throw new WireError('malformed', 'The body must be a JSON object.');
  const value = (of as Json)[name];
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new WireError('malformed', `${name} must be an array.`);
}

/** A text of an object; empty where it has none. */
export function textIn(of: Json, name: string): string {
  const value = of[name];
  return typeof value === 'string' ? value : '';
}
