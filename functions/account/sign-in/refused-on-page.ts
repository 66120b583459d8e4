import type { ErrorCode, Refusal } from '../../../lib/contract/errors.ts';
import { accountPageSecurity } from '../../../lib/render/accounts/page-security.ts';
import { refusedPage } from '../../../lib/render/accounts/refused-page.ts';
import type { InKind } from '../../../lib/runtime/area.ts';

/** What refusals say to a person whose sentences are for programs. */
const FOR_PERSONS: Partial<Record<ErrorCode, string>> = {
  invalid_csrf:
    'This page was opened before the last sign-in or sign-out in this browser, so nothing was done. Load the page of your account again and do it once more.',
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
