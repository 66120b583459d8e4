import type { Refusal } from '../contract/errors.ts';
import type { Declared, Method, Output } from '../contract/operation.ts';
import type { Surface } from '../domain/statistics/counted.ts';
import type { Call, Reply } from './call.ts';
import type { Ctx, Handle } from './context.ts';
import type { ApiDeps } from './deps.ts';
import type { Once } from './idempotency/repeats.ts';
import type { DerivedFrom } from './result.ts';

/** A refusal in the content type of an output, and the headers it is sent with. */
export interface InKind {
  text: string;
  headers?: Record<string, string>;
  /** Where it is refused by another status than everywhere. */
  status?: number;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
export const PLAIN_TYPE = 'text/plain; charset=utf-8';

/** The content type of what an operation answers; empty where it answers nothing. */
export function typeOf(output: Output): string {
  if ('json' in output) return JSON_TYPE;
  return 'contentType' in output ? output.contentType : '';
}

/** The content types in which operations of an area refuse in kind. */
type RefusedKinds<D extends Declared> = {
  [N in keyof D]: D[N] extends { refusesInKind: true }
    ? D[N]['output'] extends { contentType: infer T extends string }
      ? T
      : typeof JSON_TYPE
    : never;
}[keyof D];

/** The code of each operation: complete and of the right types, or it does not compile. */
export type Implementations<D extends Declared> = { readonly [N in keyof D]: Handle<D[N]> };

/** An area: what it declares, its code, and what its declarations need beside it. */
export type AreaOperations<D extends Declared> = {
  declared: D;
  implemented: Implementations<D>;
  /** Where its calls are counted as arriving (docs/statistics.md); not at all where nothing is said. */
  callsAt?: Surface;
  /** What a call is carried out as that programs of other services send in their own way. */
  taken?: (call: Call) => Call;
  /** What a path gets that is no operation's; 404 as JSON where nothing is said. */
  nowhere?: (call: Call) => Reply;
} & ([RefusedKinds<D>] extends [never] ? unknown : InKindOf<RefusedKinds<D>>) &
  ([Extract<D[keyof D], { previewed: true }>] extends [never] ? unknown : Previews) &
  (keyof Secretive<D> extends never ? unknown : { derive: Secretive<D> }) &
  ([Extract<D[keyof D], WriteOfOwner>] extends [never] ? unknown : Repeated);

/** What `takesKey` of the contract is true of. */
interface WriteOfOwner {
  auth: 'owner';
  method: Exclude<Method, 'GET' | 'HEAD'>;
}

interface Repeated {
  /** Functions that write nothing for owners do without, and without the rights that it needs. */
  once: Once;
}

/** Derives the secrets of an operation's answer again, where it is given again. */
type Secretive<D extends Declared> = {
  readonly [N in keyof D as D[N] extends { secrets: readonly string[] } ? N : never]: (
    ctx: Ctx<'owner'>,
    from: DerivedFrom,
  ) => Promise<SecretsOf<D[N]>>;
};

type SecretsOf<O> = O extends { secrets: readonly (infer S extends string)[] }
  ? Readonly<Record<S, unknown>>
  : never;

interface InKindOf<T extends string> {
  /** Words a refusal in each content type in which operations refuse in kind. */
  inKind: { readonly [K in T]: (refusal: Refusal, call: Call) => InKind };
}

interface Previews {
  /** What a browser or a link previewer gets of operations that are previewed. */
  preview: (deps: ApiDeps, call: Call) => Reply;
}

/** States the type of an area, so that its parts are checked against what it declares. */
export function area<D extends Declared>(of: AreaOperations<D>): AreaOperations<D> {
  return of;
}
