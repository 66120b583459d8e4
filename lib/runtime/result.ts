import type * as z from 'zod';
import type { StatusPage } from '../domain/feed/status-page.ts';
import type { CollectorChannel } from '../domain/machines/collectors/collector-channel.ts';
import type { SetupInput } from '../domain/machines/collectors/setup/setup.ts';
import type { PaymentId } from '../domain/billing/payment.ts';
import type { Operation, Output, Status } from '../contract/operation.ts';

/** A cookie as it is set. Its name begins with `__Host-`, so it belongs to this host and travels encrypted only. */
export interface SetCookie {
  value: string;
  maxAgeSec: number;
}

/** What a body does not say. Statuses and cookies are those that the operation declares; null removes a cookie. */
export interface ResultParts {
  status?: Status;
  headers?: Record<string, string>;
  cookies?: Readonly<Record<string, SetCookie | null>>;
  /** The same as a page, where the operation is also one. */
  page?: { text: () => string; headers: Record<string, string> };
  /** The same as plain text, where the operation is also that. */
  text?: string;
  /** Needed where the operation declares secrets. */
  derivedFrom?: DerivedFrom;
}

/** What the secrets of an answer are derived from, which is none itself: they are stored nowhere. */
export interface DerivedFrom {
  spaceId: string;
  monitorId?: string;
  /** Of the id that it was shown by; null or absent where it was not rotated. */
  idTail?: string | null;
  /** Of a token that can be rotated. */
  version?: number;
  /** Of the address of a status page. */
  page?: Pick<StatusPage, 'id' | 'address' | 'version'>;
  /** Of the read token of the monitor and of the secret of its webhooks; 1 where nothing is said. */
  tokenVersion?: number;
  webhookSecretVersion?: number;
  /** Of the token of a credit: the payment that made it, and what is kept of it. */
  credit?: { payment: PaymentId; hash: string };
  /** Of the setup of a channel. */
  input?: SetupSource;
}

/** All that the setup of a channel is written from, but its credential and where it sends. */
export type SetupSource = Omit<SetupInput, 'credential' | 'ingestOrigin'> &
  Pick<CollectorChannel, 'id' | 'version'>;

/** What an operation returns when there is more to say than its body. */
export class Result<B> {
  readonly body: B;
  readonly parts: ResultParts;

  constructor(body: B, parts: ResultParts = {}) {
    this.body = body;
    this.parts = parts;
  }
}

/** Sends the caller on: 303 after a POST, 302 where a link was opened. */
export function redirectTo(
  status: 302 | 303,
  location: string,
  cookies?: ResultParts['cookies'],
): Result<undefined> {
  return new Result(undefined, { status, headers: { location }, ...(cookies && { cookies }) });
}

type BodyOf<O extends Output> = O extends { json: infer S extends z.ZodType }
  ? z.input<S>
  : O extends { binary: true }
    ? Uint8Array
    : O extends { contentType: string }
      ? string
      : undefined;

/** What an operation may return: its body, or a `Result` around it, which a redirect has none of. */
export type ResultOf<O extends Operation> = BodyOf<O['output']> | Result<BodyOf<O['output']> | undefined>;
