import type * as z from 'zod';
import type { catalogue } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation.ts';

type Catalogue = typeof catalogue;

export type OperationName = keyof Catalogue;

/** What a parameter of the query may be; a list is sent as the same name several times. */
type QueryValue = string | number | boolean | readonly string[] | undefined;

type Part<N extends OperationName, K extends keyof Operation> =
  Catalogue[N] extends Record<K, infer P> ? P : null;
/** May be left out where nothing of it is required. */
type Sent<K extends string, V> = Record<never, never> extends V ? { [P in K]?: V } : { [P in K]: V };

type ParamsOf<S> = S extends z.ZodType ? { params: { [K in keyof z.input<S>]: string } } : { params?: never };
type QueryOf<S> = S extends z.ZodType
  ? Sent<
      'query',
      { [K in keyof z.input<S>]: unknown extends z.input<S>[K] ? QueryValue : z.input<S>[K] | undefined }
    >
  : { query?: never };
type BodyOf<B> = B extends { json: infer S extends z.ZodType }
  ? { body: z.input<S> }
  : B extends { text: string }
    ? { body: string }
    : B extends { raw: true }
      ? { body: Blob }
      : { body?: never };

/** What a call of an operation takes, as the catalogue declares it. */
export type Input<N extends OperationName> = ParamsOf<Part<N, 'params'>> &
  QueryOf<Part<N, 'query'>> &
  (Catalogue[N] extends { bodyOptional: true } ? Partial<BodyOf<Part<N, 'body'>>> : BodyOf<Part<N, 'body'>>);

type OutputOf<O> = O extends { json: infer S extends z.ZodType }
  ? z.output<S>
  : O extends { empty: true }
    ? undefined
    : string;

/** What it answers when it works. */
export type Output<N extends OperationName> = OutputOf<Catalogue[N]['output']>;

/** Any input, once its operation is known to take it. */
export interface SomeInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, QueryValue | null>>;
  body?: unknown;
}

/**
 * `text` where the body is text, `open` where nobody is asked who calls, `optional` where an owner and nobody may, `own`
 * where a person calls for itself, whatever organization the page acts for.
 */
export type CallKind = 'text' | 'open' | 'optional' | 'own';

type Called = readonly [method: string, path: string, kind?: CallKind];

/** Put in by the build (`calledOperations`): every operation that the console names as a literal. */
declare const OPERATIONS: Readonly<Partial<Record<OperationName, Called>>>;

/** How an operation is called. Throws for one that no source of the console names as a literal. */
export function operationOf(name: OperationName): Called {
  const found = OPERATIONS[name];
  if (!found) throw new Error(`${name} is named nowhere in the console as a literal.`);
  return found;
}

/** The address of a call. */
export function addressOf(path: string, { params = {}, query = {} }: SomeInput): string {
  const filled = path.replace(/:([A-Za-z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const each of typeof value === 'object' ? value : [value]) search.append(name, String(each));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
