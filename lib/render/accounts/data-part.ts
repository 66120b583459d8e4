import { KEPT_AFTER_DELETION } from '../../domain/accounts/kept-after-deletion.ts';
import { type Markup, markup } from '../markup.ts';

/** How what is kept of an account is taken along, and how it ends. */
export function dataPart(csrf: Markup): Markup {
  return markup`<section aria-labelledby="data"><h2 id="data">Your data</h2>
<p><a href="/api/account/export">All that is kept of you</a>, as JSON; where it goes on, <code>next</code> leads to the rest.</p>
<details><summary>Delete the account</summary>
<p>It ends at once and for good, with its monitors, keys and all that was recorded. A sign-in within the last five minutes is needed. What stays:</p>
<ul>${KEPT_AFTER_DELETION.map(({ what }) => markup`<li>${what.replaceAll('`', '')}</li>`)}</ul>
<form method="post" action="/account/delete">${csrf}
<label for="confirm">E-mail of the account, to confirm</label>
<input id="confirm" name="confirm" required maxlength="320" autocomplete="off" autocapitalize="none" spellcheck="false">
<button class="grave">Delete the account for good</button></form></details></section>
`;
}
