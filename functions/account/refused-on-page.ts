import type { ErrorCode, Refusal } from '../../lib/contract/errors.ts';
import { PROVE_AGAIN } from '../../lib/render/accounts/keys-part.ts';
import { proveWithFactor } from '../../lib/render/accounts/organization-keys-part.ts';
import { accountPageSecurity } from '../../lib/render/accounts/page-security.ts';
import { refusedPage } from '../../lib/render/accounts/refused-page.ts';
import type { InKind } from '../../lib/runtime/area.ts';
import type { Call } from '../../lib/runtime/call.ts';

/** What refusals say to a person whose sentences are for programs. */
const FOR_PERSONS: Partial<Record<ErrorCode, string>> = {
  profile_changed:
    'Your profile was changed somewhere else after this page was opened, so nothing was saved. Load the page of your account again and make your change once more.',
  invalid_csrf:
    'This page was opened before the last sign-in or sign-out in this browser, so nothing was done. Load the page of your account again and do it once more.',
};

/** What a person at a browser gets instead of the JSON of a refusal, with the way on from there. */
export function refusedOnPage({ code, detail = '', extra }: Refusal, { path }: Pick<Call, 'path'>): InKind {
  const anew = code.startsWith('sign_in') ? '/auth/login' : null;
  const retry = typeof extra['retry'] === 'string' ? extra['retry'] : anew;
  const onward = retry === null ? wayFrom(code, path) : { path: retry, words: 'Try again' };
  return {
    text: refusedPage({ code, detail: FOR_PERSONS[code] ?? detail }, onward),
    headers: accountPageSecurity,
  };
}

const ORGANIZATION = /^\/account\/organizations\/[0-9A-Za-z]{22}(?=\/(?!join|decline))/;

/** From a form of an organization that a member sent back to its page, by a proof where that is missing; else to the account. */
function wayFrom(code: ErrorCode, path: string) {
  const [page] = (code !== 'organization_not_found' && ORGANIZATION.exec(path)) || [];
  if (code === 'reauth_required' || code === 'organization_mfa_required')
    return page === undefined ? PROVE_AGAIN : proveWithFactor(page);
  return page === undefined ? undefined : { path: page, words: 'To the organization' };
}
