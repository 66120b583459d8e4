import { acting, keepActing } from './acting.ts';
import { ApiError, errorOf, unanswered, type SentInit } from './api-error.ts';
import type { CallKind } from './operations.ts';
import { gone, noteNobody, noteNoMember, noteOwner, viewer } from './viewer.ts';

/** What was answered; `same` where the entity tag still holds. */
export type Answer<T> = { same: true } | { same: false; value: T; etag: string | null };

/** What was asked: of which kind it is, and whether a credit was to pay, whose token may be the one that is unknown. */
interface Asked {
  kind: CallKind | undefined;
  isByCredit: boolean;
  /** For the error of a 402, which names the call. */
  sent?: SentInit;
}

const NOT_OPEN: ReadonlySet<string> = new Set(['organization_not_found', 'organization_forbidden']);

/** What an answer holds. Throws an `ApiError` for any but success, and where it breaks off. */
export async function answerOf<T>(reply: Response, asked: Asked): Promise<Answer<T>> {
  const isRead = reply.ok || reply.status === 304;
  const error = isRead ? null : await errorOf(reply, asked.sent);
  if (asked.kind !== 'open') noteCaller(reply, asked, error);
  if (error) throw asked.kind === 'own' ? error : noted(error);
  if (reply.status === 304) return { same: true };
  const isJson = (reply.headers.get('content-type') ?? '').includes('json');
  try {
    const text = await reply.text();
    const value = (isJson ? JSON.parse(text) : text || undefined) as T;
    return { same: false, value, etag: reply.headers.get('etag') };
  } catch (error) {
    throw unanswered(error);
  }
}

/** Throws where the page shows what is no longer the caller's: what it sent would be for somebody else. */
export function refuseGone(): void {
  if (gone.value === null) return;
  throw new ApiError('This page is no longer yours; reload it.', {
    status: 401,
    code: 'invalid_session',
  });
}

/** Who was answered. What the view is no longer for is not shown. */
function noteCaller(reply: Response, { kind, isByCredit }: Asked, error: ApiError | null): void {
  const context = reply.headers.get('x-mm-context');
  const isRead = error === null;
  // Who may be nobody is answered all the same when a session has ended.
  const isNobodys = isRead && kind === 'optional' && context === null;
  // A session that is to be proven again goes on.
  const isRefused = error?.status === 401 && error.code !== 'reauth_required' && !isByCredit;
  const hasEnded = isNobodys ? viewer.value === 'account' : isRefused;
  if (hasEnded) noteNobody();
  else if (isRead && !isNobodys) noteOwner(context);
  refuseGone();
}

/** An organization that is not open to the caller is not asked for again by the pages to come. */
function noted(error: ApiError): ApiError {
  if (acting !== null && NOT_OPEN.has(error.code)) {
    keepActing(null);
    noteNoMember();
  }
  return error;
}
