import type * as z from 'zod';
import type { HttpArea } from '../areas/areas.ts';
import type { Sku } from '../domain/billing/tariff.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/**
 * Who may call (SPEC.md "Authentication"): `owner` is whoever owns monitors, known by any credential of an owner;
 * `optional` is an owner or nobody; `guest` who holds a guest token and nobody else; `session` a person who signed in; `hook` who holds the read token of the monitor,
 * or its owner; `credit` who holds a prepaid credit; `operator` who runs the deployment, `optionalOperator` they or nobody.
 * Which credentials satisfy a mode is said in `credentials.ts`.
 */
export type Auth =
  | 'none'
  | 'optional'
  | 'owner'
  | 'guest'
  | 'session'
  | 'hook'
  | 'credit'
  | 'operator'
  | 'optionalOperator';

/** What an operation answers when it works. */
export type Status = 200 | 201 | 202 | 204 | 302 | 303;

/** A JSON document of a schema, text or bytes of a content type, or nothing. */
export type Output = { json: z.ZodType } | { contentType: string; binary?: true } | { empty: true };

/**
 * How the request body is read; `form` is that of a page without scripts, `raw` takes bytes of any content type. Bodies
 * of other operations are ignored.
 */
export type Body = { json: z.ZodObject } | { form: z.ZodObject } | { text: string } | { raw: true };

/** The content type of a page's form. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What an agent should know before it calls, in the terms of MCP's tool annotations. */
export interface Hints {
  readOnly: boolean;
  /** May take away or replace what exists. */
  destructive: boolean;
  /** A repeat with the same arguments changes nothing more. */
  idempotent: boolean;
  /** Reaches others than this service, such as a mailbox. */
  openWorld: boolean;
}

/**
 * One operation, declared once. Router, gateway routes, OpenAPI, index and docs derive from it, and the pipeline does
 * what it says. A GET is answered to HEAD too, without a body, unless it says otherwise.
 */
export interface Operation {
  area: HttpArea;
  /** The group it stands in in the OpenAPI document, where that is not its area. */
  tag?: string;
  method: Method;
  /** Further methods with the same meaning. */
  also?: readonly Method[];
  /** A HEAD is no way to it: a GET of it writes, and nobody who only looks at an address may cause that, or its protocol has none. */
  noHead?: true;
  /** Parameters are written `:name`. */
  path: string;
  auth: Auth;
  /** A limit of the gateway that it has to itself, by its name in the settings. */
  throttle?: 'guest' | 'signIn' | 'test' | 'bulk';
  /**
   * For whoever comes along: where pages for strangers are off there is nothing at its path (DECISIONS.md "Owners" 10), but
   * for the operator, where that is who may call.
   */
  forStrangers?: true;
  /** Answers 404 where the operator has not set this, or nobody can sign in. */
  onlyWith?: 'securityContact' | 'registryKey' | 'signIn';
  /** A refusal of a field of its body has the name of the field as `code` (SPEC.md "Errors"). */
  namesField?: true;
  /** One sentence: what it does or returns. */
  summary: string;
  /** Where they differ from what the method says. */
  hints?: Partial<Hints>;
  /** The group of tools (`toolsets.ts`) it stands in, where that is not its tag or area; false: no tool, though it could be. */
  toolset?: string | false;
  /** A read-only key is refused though nothing is written, as the protocol has it. */
  noReaders?: true;
  /** What its input must keep that neither a schema nor the rule of a field says, as sentences, by the code that refuses it. */
  rules?: Readonly<Partial<Record<ErrorCode, string>>>;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  /** An empty body of any type counts as `{}`. */
  bodyOptional?: true;
  /** Its JSON may be a list, which counts as an object that has this field alone; `else` is told about what is no JSON. */
  listBody?: { as: string; else: string };
  /** Of the body; 256 kB where nothing is said. */
  bodyMaxBytes?: number;
  /** The code that a larger body is refused with, where it has one of its own. */
  tooLarge?: ErrorCode;
  /** Its JSON is read whatever content type it is sent as: some programs that send it cannot say one. */
  anyContentType?: true;
  /**
   * The code that its input is refused with whose form is wrong, where the specification has one for it; the usual codes
   * otherwise. A cookie that it reads and that was sent twice is refused so too.
   */
  invalidInput?: ErrorCode;
  /** Fields of the request that it looks at, by lower-case name. Browsers send these by themselves. */
  headers?: readonly string[];
  /** Cookies it looks at and cookies it sets. Sites of others cannot call such an operation from a page. */
  cookies?: {
    reads?: readonly string[];
    sets?: readonly string[];
    /** In calls of this service's own pages alone, as it sees to itself; then other sites may call it, without any. */
    ownPagesOnly?: true;
  };
  /** Header fields of its answers that no other operation has, by name, and what they say. */
  answersWith?: Readonly<Record<string, string>>;
  /** Answers programs and pages of this service, and no page of another site. */
  closedToSites?: true;
  /** The usual one first. */
  status: Status | readonly [Status, ...Status[]];
  /** Answers carry an entity tag, and a caller that has it already is answered 304. */
  conditional?: true;
  /**
   * For how many seconds its answer may be kept, by whoever reads it and by what stands between. It is the same for
   * everybody, by its path alone.
   */
  keptSec?: number;
  /**
   * What a call may cost and pay for: each of these once, or so many times where it does the same for many; or an amount
   * that the call itself names, in US cents; or one thing where an agent calls it as a tool, and nothing else.
   */
  charges?:
    | { skus: readonly Sku[]; times?: number }
    | { cents: readonly [min: number, max: number] }
    | { asTool: 'agent_contact' };
  /** Is answered as a page too, to whoever prefers that (`Accept`): what it returns brings the page with it. */
  alsoPage?: true;
  /** Is answered as plain text to whoever prefers that (`Accept`), where what it returns brings the text with it. */
  alsoText?: true;
  /** Is answered and refused as JSON too, to whoever sent JSON. */
  alsoJson?: true;
  /** Answers a GET by a browser or a link previewer with a page, and does nothing else. */
  previewed?: true;
  /**
   * Answers as if it had worked, whatever was sent and whatever fails here: who calls has no use for either, and a fault of
   * ours is logged. It needs no credential and answers nothing.
   */
  neverRefuses?: true;
  /** Refuses in the content type of its output, for readers that understand nothing else. */
  refusesInKind?: true;
  output: Output;
  /** Fields of the answer that are secrets: never stored with an idempotency key, but derived again. */
  secrets?: readonly string[];
  /** Beside those that follow from the rest of it (`errorsOf`). */
  errors: readonly ErrorCode[];
  /** Refuses as its protocol does instead: by these statuses, in this shape. */
  refusals?: { statuses: readonly number[]; json: z.ZodType };
}

/** The operations of an area, or of a part of it, by name. */
export type Declared = Readonly<Record<string, Operation>>;

/** The methods an operation is reached by. */
export function methodsOf({ method, also, noHead }: Pick<Operation, 'method' | 'also' | 'noHead'>): Method[] {
  const methods: Method[] = [method, ...(also ?? [])];
  return method === 'GET' && !noHead && !methods.includes('HEAD') ? [...methods, 'HEAD'] : methods;
}

/** The statuses an operation can answer when it works, the usual one first. */
export function statusesOf({ status }: Operation): readonly [Status, ...Status[]] {
  return typeof status === 'number' ? [status] : status;
}

/** A GET reads, a DELETE takes away, a PUT replaces, a PATCH sets; what is otherwise says so itself. */
export function hintsOf({ method, hints }: Pick<Operation, 'method' | 'hints'>): Hints {
  return {
    readOnly: method === 'GET',
    destructive: method === 'DELETE' || method === 'PUT',
    idempotent: method !== 'POST',
    openWorld: false,
    ...hints,
  };
}

/** Whether a read-only API key may call it. */
export function isOpenToReaders(operation: Pick<Operation, 'method' | 'hints' | 'noReaders'>): boolean {
  return hintsOf(operation).readOnly && !operation.noReaders;
}
