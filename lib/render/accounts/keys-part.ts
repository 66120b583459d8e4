import { isActive, type ApiKey } from '../../domain/accounts/api-key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { type Markup, markup } from '../markup.ts';
import { endedKeys, makingForm, revocableKey } from './key-rows.ts';

/** The way to a second proof of the person of the session, and back to the page. */
export const PROVE_AGAIN = { path: '/auth/login?step=1&return=%2Faccount', words: 'Confirm that it is you' };

/** What the page needs to know of an account's keys. */
export interface ShownKeys {
  /** The newest first. */
  keys: readonly ApiKey[];
  /** Of the account; keys of an earlier one are stopped. */
  epoch: number;
  /** Whether the sign-in is recent enough to make one. */
  mayMakeKeys: boolean;
}

/** The keys of an account, and the forms that make and end one; `csrf` is the hidden field of every form. */
export function keysPart({ keys, epoch, mayMakeKeys }: ShownKeys, csrf: Markup): Markup {
  const forms = { path: '/account', csrf };
  const live = keys.filter((key) => isActive(key, { epoch }));
  const ended = keys.filter((key) => !isActive(key, { epoch }));
  const making = mayMakeKeys ? makingForm(forms) : PROOF;
  return markup`<section aria-labelledby="keys"><h2 id="keys">API keys</h2>
<p>Programs call with a key of their own and act as you. An account has at most ${LIMITS.apiKeysMax}.</p>
${live.length === 0 ? null : markup`<ul class="rows">${live.map((key) => revocableKey(key, 'Active.', forms))}</ul>`}
${live.length < LIMITS.apiKeysMax ? making : markup`<p>Revoke a key to make another one.</p>`}
${endedKeys(ended)}</section>
`;
}

const PROOF = markup`<p>To make a key, first confirm that it is you: that was more than ${LIMITS.recentSignInSec / 60} minutes ago.</p>
<p><a class="button" href="${PROVE_AGAIN.path}">${PROVE_AGAIN.words}</a></p>`;
