import { type Markup, markup } from '../markup.ts';

/** What the account page says of second factors. */
export interface ShownFactor {
  /** Whether one is set up by way of this service; the issuer sees to it by itself otherwise. */
  isOffered: boolean;
  /** Whether the session was begun with one. */
  isShown: boolean;
}

/** The part of the account page on second factors; each link leads to the issuer first. */
export function secondFactorPart({ isOffered, isShown }: ShownFactor): Markup {
  return markup`<section aria-labelledby="second-factor"><h2 id="second-factor">Second factor</h2>
<p>${isShown ? SHOWN : 'You have signed in without a second factor.'}</p>
${isShown ? null : CONFIRM}${isOffered ? ENROL : ELSEWHERE}</section>
`;
}

const SHOWN = 'You have signed in with a second factor.';
const CONFIRM = markup`<p><a class="button" href="/auth/login?mfa=1&amp;return=%2Faccount">Confirm with second factor</a></p>
`;
const ENROL = markup`<p><a class="button" href="/auth/login?enrol=1">Set up or remove an authenticator app</a></p>
<p class="hint">You sign in once more for it, and then have five minutes.</p>`;
const ELSEWHERE = markup`<p>It is set up and removed at the provider where you sign in, not here.</p>`;
