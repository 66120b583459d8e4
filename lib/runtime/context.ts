import type * as z from 'zod';
import type { Auth, Operation } from '../contract/operation.ts';
import type { Owner } from '../data/owners.ts';
import type { Instant } from '../domain/instant.ts';
import type { ApiDeps } from './deps.ts';
import type { Origins } from './origins.ts';

/** Who calls. A `hook` caller holds the read token of one monitor and may only read that. */
export type Caller =
  | { kind: 'nobody' }
  | { kind: 'guest'; owner: Owner }
  | { kind: 'hook'; monitorId: string };

/** The callers an operation of a declared mode can meet. */
export type CallerOf<A extends Auth> = A extends 'none'
  ? Extract<Caller, { kind: 'nobody' }>
  : A extends 'guest'
    ? Extract<Caller, { kind: 'guest' }>
    : Extract<Caller, { kind: 'guest' | 'hook' }>;

/** What an operation works with besides its input. */
export interface Ctx<A extends Auth = Auth> extends ApiDeps {
  caller: CallerOf<A>;
  now: Instant;
  origins: Origins;
  /** Header fields an operation may look at: lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;
type PartOf<O, K extends string> = O extends Record<K, infer S> ? Parsed<S> : Record<never, never>;
type BodyOf<O> = O extends { body: { json: infer S } }
  ? Parsed<S>
  : O extends { body: { text: string } }
    ? string
    : undefined;

/** The parsed input of an operation. */
export interface Input<O extends Operation> {
  params: PartOf<O, 'params'>;
  query: PartOf<O, 'query'>;
  body: BodyOf<O>;
}

/** A reply as text; status and headers where they differ from the operation's declared ones. */
export class TextReply {
  readonly text: string;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(text: string, headers: Record<string, string> = {}, status?: number) {
    this.text = text;
    this.headers = headers;
    this.status = status;
  }
}

type ResultOf<O extends Operation> = O['output'] extends { json: infer S extends z.ZodType }
  ? z.input<S> | TextReply
  : TextReply;

/** One operation: `(ctx, input) → output`. Refuses by throwing a `Refusal`. */
export type Handle<O extends Operation> = (ctx: Ctx<O['auth']>, input: Input<O>) => Promise<ResultOf<O>>;
