import type * as z from 'zod';
import type { ErrorCode } from '../../contract/errors.ts';
import type { paymentRequired } from '../../contract/billing/paying-document.ts';

/** What has to be paid for a call, as its 402 says (x402). */
export type PaymentOffer = z.output<typeof paymentRequired>['accepts'][number];

/** A call as it was sent, but for its address, which the answer has. */
export interface SentInit {
  method: string;
  headers: Headers;
  body?: unknown;
}

export interface SentCall extends SentInit {
  url: string;
}

/** No answer came: the network is gone, or it took too long. */
type Unanswered = 'unreachable' | 'timeout';

type ApiErrorCode = ErrorCode | Unanswered | 'unknown';

/** Why a call did not work. `message` is the sentence of the service, fit to be shown. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** 0 where no answer came. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** When the service wants to be asked again at the earliest. */
  readonly retryAfterSec: number | null;
  /** With a 402: what to pay, and then repeat the call. */
  readonly offer: PaymentOffer | null;
  /** With a 402: what costs that. */
  readonly sent: SentCall | null;

  constructor(
    message: string,
    {
      status = 0,
      code,
      retryAfterSec = null,
      offer = null,
      sent = null,
    }: {
      status?: number;
      code: ApiErrorCode;
      retryAfterSec?: number | null;
      offer?: PaymentOffer | null;
      sent?: SentCall | null;
    },
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSec = retryAfterSec;
    this.offer = offer;
    this.sent = sent;
  }

  /** Whether the same call may work later, without anybody changing anything. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const BUSY_SEC = 5;

/** The error of an answer that is none of success. */
export async function errorOf(reply: Response, sent?: SentInit): Promise<ApiError> {
  const body = (await reply.json().catch(() => ({}))) as {
    error?: ErrorCode;
    detail?: string;
    accepts?: PaymentOffer[];
    retry_after_sec?: number;
  };
  // The gateway's own limit comes without a word and without a wait.
  const isBusy = reply.status === 429;
  const wait = Number(
    reply.headers.get('retry-after') ?? body.retry_after_sec ?? (isBusy ? BUSY_SEC : Number.NaN),
  );
  const said = isBusy ? 'Too many calls at once. Wait a moment.' : `The service answered ${reply.status}.`;
  return new ApiError(body.detail ?? said, {
    status: reply.status,
    code: body.error ?? 'unknown',
    retryAfterSec: Number.isFinite(wait) ? wait : null,
    offer: body.accepts?.[0] ?? null,
    sent: sent ? { ...sent, url: reply.url } : null,
  });
}

/** The error of a call that got no answer. */
export function unanswered(cause: unknown): ApiError {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  return isTimeout
    ? new ApiError('The service took too long to answer.', { code: 'timeout' })
    : new ApiError('Cannot reach the service.', { code: 'unreachable' });
}
