import { IssuerUnavailable } from '../../../lib/adapters/accounts/issuer-answer.ts';
import { Refusal, type ErrorCode } from '../../../lib/contract/errors.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import type { Config } from '../../../lib/config/config.ts';
import { accountPageSecurity } from '../../../lib/render/accounts/page-security.ts';
import { refusedPage } from '../../../lib/render/accounts/refused-page.ts';
import type { InKind } from '../../../lib/runtime/area.ts';

/** Does what needs the issuer and the table. Throws a 503 page where that does not work; no cookie changes then. */
export async function orUnavailable<T>({ log }: Pick<Ctx, 'log'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isIssuer = error instanceof IssuerUnavailable;
    log.error(isIssuer ? 'issuer_unavailable' : 'sign_in_failed', isIssuer ? (error.cause ?? error) : error);
    throw new Refusal('auth_unavailable', 'Signing in is briefly unavailable. Try again.');
  }
}

/** Why nobody can sign in, in one sentence; null where it works. */
export function signInOff({
  identity,
  signInOff: why,
}: Pick<Config, 'identity' | 'signInOff'>): string | null {
  if (identity !== null) return null;
  return why ?? 'There is no sign-in here: no issuer is configured.';
}

/** What refusals say to a person whose sentences are for programs. */
const FOR_PERSONS: Partial<Record<ErrorCode, string>> = {
  invalid_csrf:
    'This page is older than the last sign-in or sign-out in this browser, so nothing was done. Reload your account page and try again.',
};

/** What a person at a browser gets instead of the JSON of a refusal, with the way on from there. */
export function refusedOnPage({ code, detail = '', extra }: Refusal): InKind {
  const anew = code.startsWith('sign_in') ? '/auth/login' : null;
  const retry = typeof extra['retry'] === 'string' ? extra['retry'] : anew;
  const onward = retry === null ? undefined : { path: retry, words: 'Try again' };
  return {
    text: refusedPage({ code, detail: FOR_PERSONS[code] ?? detail }, onward),
    headers: accountPageSecurity,
  };
}
