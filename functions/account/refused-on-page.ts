import type { Refusal } from '../../lib/contract/errors.ts';
import { PROVE_AGAIN } from '../../lib/render/account/keys-part.ts';
import { accountPageSecurity } from '../../lib/render/account/page-security.ts';
import { refusedPage } from '../../lib/render/account/refused-page.ts';
import type { InKind } from '../../lib/runtime/area.ts';

/** What a person at a browser gets instead of the JSON of a refusal. */
export function refusedOnPage({ code, detail = '', extra }: Refusal): InKind {
  const anew = code.startsWith('sign_in') ? '/auth/login' : null;
  const retry = typeof extra['retry'] === 'string' ? extra['retry'] : anew;
  const onward = retry === null ? undefined : { path: retry, words: 'Try again' };
  const way = code === 'reauth_required' ? PROVE_AGAIN : onward;
  return { text: refusedPage({ code, detail }, way), headers: accountPageSecurity };
}
