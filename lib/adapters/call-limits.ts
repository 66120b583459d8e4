import type { SQSClientConfig } from '@aws-sdk/client-sqs';
import type { Readable } from 'node:stream';

/** How long a call to AWS may take, in milliseconds. */
export interface CallLimits {
  /** One attempt, from connecting to the last byte of its answer. */
  attemptMs: number;
  /** All attempts and the waits between them. */
  totalMs: number;
}

/** By what waits for the call; `lib/areas` says when its function ends. */
export const CALL_LIMITS = {
  /** A job, which gives up sooner than its function does. */
  ping: { attemptMs: 1_500, totalMs: 4_000 },
  /** A person or an agent: the functions of the API end after 10 to 28 s. */
  request: { attemptMs: 2_000, totalMs: 6_000 },
  /** A person, while one of several calls is made for it. */
  signIn: { attemptMs: 1_500, totalMs: 4_000 },
  /** Nobody, but many things in turn: one that hangs takes a quarter of what the checker keeps back to end in order. */
  work: { attemptMs: 2_000, totalMs: 5_000 },
  /** A stand-in, which shares its processor with everything else. */
  local: { attemptMs: 10_000, totalMs: 20_000 },
} as const satisfies Record<string, CallLimits>;

/**
 * The settings of an SDK client that keep its calls inside their limits. The keep-alive agent stays the SDK's, and a
 * call that goes well gets no timer that the SDK would not set. What is late fails as `TimeoutError`.
 */
export function limitedBy(limits: CallLimits) {
  const { attemptMs } = limits;
  return {
    requestHandler: {
      connectionTimeout: attemptMs / 2,
      requestTimeout: attemptMs,
      throwOnRequestTimeout: true,
    },
    retryStrategy: retriesWithin(limits),
    extensions: [bodyWithin(attemptMs)],
  };
}

/** Ends an answer whose bytes come too slowly: the SDK's own limit is over with its first one. */
function bodyWithin(attemptMs: number) {
  return {
    configure(client: { httpHandler(): HttpHandler }): void {
      const handler = client.httpHandler();
      const handle: HttpHandler['handle'] = handler.handle.bind(handler);
      handler.handle = async (request, options) => {
        const startedAtMs = performance.now();
        const reply = await handle(request, options);
        endAfter(reply.response.body as Readable, startedAtMs + attemptMs - performance.now());
        return reply;
      };
    },
  };
}

type HttpHandler = ReturnType<
  Parameters<NonNullable<SQSClientConfig['extensions']>[number]['configure']>[0]['httpHandler']
>;

function endAfter(body: Readable, ms: number): void {
  const timer = setTimeout(() => {
    body.destroy(Object.assign(new Error('The answer did not end in time.'), { name: 'TimeoutError' }));
  }, ms);
  body.once('close', () => clearTimeout(timer));
}

type RetryStrategy = Extract<
  NonNullable<SQSClientConfig['retryStrategy']>,
  { acquireInitialRetryToken: unknown }
>;
type RetryToken = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>>;
type Failure = Parameters<RetryStrategy['refreshRetryTokenForRetry']>[1];

/** How often a kind of failure is met again; waits double from `baseMs` to `longestMs`, and are any part of that. */
interface Backoff {
  attempts: number;
  baseMs: number;
  longestMs: number;
}

const NETWORK: Backoff = { attempts: 6, baseMs: 25, longestMs: 1_000 };
const THROTTLED: Backoff = { attempts: 6, baseMs: 200, longestMs: 2_000 };
/** The other transaction is over within some ten milliseconds. */
const CONFLICT: Backoff = { attempts: 10, baseMs: 10, longestMs: 160 };

/** A plain write met a transaction of somebody else, or the same transaction is still at work. */
const CONFLICTS = new Set(['TransactionConflictException', 'TransactionInProgressException']);
/** Why a transaction is cancelled that asked for more than the table could do just then. */
const THROTTLES = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded', 'RequestLimitExceeded']);

/**
 * Retries what a repeat may well not meet, as long as another attempt ends within the limits; then the last error is
 * thrown. The SDK's own strategy knows no end in time, waits a second for a transaction in progress and takes a conflict
 * with one for final.
 */
export function retriesWithin(limits: CallLimits): RetryStrategy {
  return {
    acquireInitialRetryToken: async () => tokenOf(performance.now(), 0, 0),
    refreshRetryTokenForRetry: async (token, failure) => {
      const backoff = backoffOf(failure);
      const { startedAtMs } = token as LimitedToken;
      const count = token.getRetryCount() + 1;
      const delayMs = backoff ? delayOf(backoff, count) : 0;
      const endsAtMs = performance.now() + delayMs + limits.attemptMs;
      if (!backoff || count >= backoff.attempts || endsAtMs > startedAtMs + limits.totalMs) {
        // The SDK throws the failure itself then.
        throw new Error('No further attempt.');
      }
      return tokenOf(startedAtMs, count, delayMs);
    },
    recordSuccess: () => {},
  };
}

interface LimitedToken extends RetryToken {
  startedAtMs: number;
}

function tokenOf(startedAtMs: number, count: number, delayMs: number): LimitedToken {
  return { startedAtMs, getRetryCount: () => count, getRetryDelay: () => delayMs };
}

function backoffOf({ error, errorType }: Failure): Backoff | undefined {
  if (CONFLICTS.has((error as Error | undefined)?.name ?? '')) return CONFLICT;
  if (errorType === 'THROTTLING' || isThrottledTransaction(error)) return THROTTLED;
  return errorType === 'TRANSIENT' ? NETWORK : undefined;
}

/** A throttled transaction is cancelled, which the SDK takes for final. One with another reason is its caller's. */
function isThrottledTransaction(error: unknown): boolean {
  const { name, CancellationReasons: reasons = [] } = (error ?? {}) as Cancelled;
  const codes = reasons.map(({ Code }) => Code ?? 'None').filter((code) => code !== 'None');
  return (
    name === 'TransactionCanceledException' && codes.length > 0 && codes.every((code) => THROTTLES.has(code))
  );
}

type Cancelled = Partial<Error> & { CancellationReasons?: { Code?: string }[] };

function delayOf({ baseMs, longestMs }: Backoff, count: number): number {
  return Math.random() * Math.min(longestMs, baseMs * 2 ** (count - 1));
}
