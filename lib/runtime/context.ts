import type * as z from 'zod';
import type { Auth, Operation } from '../contract/operation.ts';
import type { Account, Guest, Organization } from '../data/owners.ts';
import type { Session } from '../data/accounts/sessions.ts';
import type { TransactItem } from '../data/table.ts';
import type { Instant } from '../domain/instant.ts';
import type { Monitor } from '../domain/monitors/monitor.ts';
import type { Credit } from '../domain/billing/credit.ts';
import type { ApiDeps } from './deps.ts';
import type { Urls } from '../config/groups.ts';
import type { Paying } from './paying.ts';
import type { ResultOf } from './result.ts';

/** Nobody is known, or nobody is asked for. */
export type Nobody = { kind: 'nobody' };
/** A person who signed in, and how. */
export type SessionCaller = { kind: 'owner'; owner: Account; by: 'session'; session: Session };
/** A person who signed in and acts for an organization that it is a member of. */
export type MemberCaller = {
  kind: 'owner';
  owner: Organization;
  by: 'session';
  session: Session;
  member: Account;
};
/** A program of an account or an organization. */
export type ApiKeyCaller = {
  kind: 'owner';
  owner: Account | Organization;
  by: 'api_key';
  readOnly: boolean;
};
/** Whoever owns monitors, and by which kind of credential it is known. */
export type OwnerCaller =
  | { kind: 'owner'; owner: Guest; by: 'guest' }
  | ApiKeyCaller
  | SessionCaller
  | MemberCaller;
/** The holder of the read token of one monitor, who may only read that; undefined where there is none of that id. */
export type HookCaller = { kind: 'hook'; monitorId: string; monitor: Monitor | undefined };

/** The holder of a guest token, or of one that was rotated into another: what it is called with is what it changes. */
export type GuestCaller =
  | { kind: 'guest'; tokenHash: string; ownerId: string }
  | { kind: 'rotated'; tokenHash: string; nextHash: string };

/** Whoever holds the token of a prepaid credit, which is nobody's account. */
export type CreditCaller = { kind: 'credit'; credit: Credit };

/** Who runs the deployment. */
export type OperatorCaller = { kind: 'operator' };

/** Who calls. */
export type Caller = Nobody | OwnerCaller | HookCaller | GuestCaller | CreditCaller | OperatorCaller;

/** The callers an operation of a declared mode can meet. */
export type CallerOf<A extends Auth> = A extends 'none'
  ? Nobody
  : A extends 'optional'
    ? Nobody | OwnerCaller
    : A extends 'owner'
      ? OwnerCaller
      : A extends 'session'
        ? SessionCaller
        : A extends 'hook'
          ? OwnerCaller | HookCaller
          : A extends 'guest'
            ? GuestCaller
            : A extends 'credit'
              ? CreditCaller
              : A extends 'operator'
                ? OperatorCaller
                : Nobody | OperatorCaller;

/** What an operation works with besides its input. */
export interface Ctx<A extends Auth = Auth> extends ApiDeps {
  caller: CallerOf<A>;
  now: Instant;
  origins: Urls;
  /** The operation that is called. */
  route: Pick<Operation, 'method' | 'path'>;
  /** From where the call comes; absent where none of the network led here. */
  from?: { address: string; via: 'mcp' | null };
  /** How the call pays for what costs something. */
  paying: Paying;
  /** Nothing may be written or sent but by `commit`, which leaves it out then. */
  isDryRun: boolean;
  commit: Commit;
}

/** Writes what is handed in together with what it is called with, in one transaction. */
export type Write = (rows: readonly TransactItem[]) => Promise<unknown>;

/**
 * Writes what a call does and its answer, so that a repeated call finds either both or neither; returns the answer. Without
 * a write nothing needed doing. A provisional answer is what is known before a call has ended, if it ends there.
 */
export type Commit = <A>(answer: A, write: Write | null, as?: 'provisional') => Promise<A>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;
type PartOf<O, K extends string> = O extends Record<K, infer S> ? Parsed<S> : Record<never, never>;
type BodyOf<O> = O extends { body: { json: infer S } | { form: infer S } }
  ? Parsed<S>
  : O extends { body: { text: string } }
    ? string
    : O extends { body: { raw: true } }
      ? Buffer
      : undefined;
type HeaderReadBy<O> = O extends { headers: readonly (infer H extends string)[] } ? H : never;
type CookieReadBy<O> = O extends { cookies: { reads: readonly (infer C extends string)[] } } ? C : never;

/** The parsed input of an operation. */
export interface Input<O extends Operation> {
  params: PartOf<O, 'params'>;
  query: PartOf<O, 'query'>;
  body: BodyOf<O>;
  /** The cookies it declares, those that were sent. */
  cookies: Partial<Record<CookieReadBy<O>, string>>;
  /** The same of header fields. */
  headers: Partial<Record<HeaderReadBy<O>, string>>;
}

/** One operation: `(ctx, input) → output`. Refuses by throwing a `Refusal`. */
export type Handle<O extends Operation> = (ctx: Ctx<O['auth']>, input: Input<O>) => Promise<ResultOf<O>>;
