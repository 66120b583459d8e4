import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';

/** A Lambda function of its own (DESIGN.md section 2). */
export type Area = 'ingest' | 'monitors' | 'alerts' | 'feed' | 'site' | 'discovery';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD';

/** Who may call: see SPEC.md "Authentication". */
export type Auth = 'none' | 'guest' | 'hook';

/** What an operation answers: a JSON document of a schema, or text of a content type. */
export type Output = { json: z.ZodType } | { contentType: string };

/** How the request body is read. Bodies of other operations are ignored. */
export type Body = { json: z.ZodObject } | { text: string };

/**
 * One operation, declared once. Router, gateway routes, OpenAPI, index and docs derive from it.
 * A GET is answered to HEAD too, without a body.
 */
export interface Operation {
  area: Area;
  method: Method;
  /** Further methods with the same meaning. */
  also?: readonly Method[];
  /** Parameters are written `:name`. */
  path: string;
  auth: Auth;
  /** One sentence: what it does or returns. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  status: 200 | 201;
  /** Answers 304 to a caller that has the entity tag already. */
  conditional?: true;
  /** Answers a GET by a browser or a link previewer with a page, and does nothing else. */
  previewed?: true;
  /** Refuses in the content type of its output, for readers that understand nothing else. */
  refusesInKind?: true;
  output: Output;
  errors: readonly ErrorCode[];
}

/** The methods an operation is reached by. */
export function methodsOf(operation: Operation): Method[] {
  const methods: Method[] = [operation.method, ...(operation.also ?? [])];
  return operation.method === 'GET' && !methods.includes('HEAD') ? [...methods, 'HEAD'] : methods;
}
