import type { ClaimedView } from '../../contract/accounts/claim.ts';
import { type Markup, markup } from '../markup.ts';

/** How many of each kind a claim moves. */
export type Moved = ClaimedView['movidos'];

/** What a claim moved, after its form. */
export function claimNote(moved: Moved): Markup {
  const words = wordsOf(moved);
  return markup`<p class="note" role="status">${words === null ? 'No monitor, device, status feed or ingest key was left to move.' : `Now yours: ${words}.`}</p>\n`;
}

/** The forms that take in what a guest made: the guest of this browser, where it made something, or that of a token. */
export function claimPart(ofBrowser: Moved | null, csrf: Markup): Markup {
  return markup`<section aria-labelledby="claim"><h2 id="claim">Made without an account</h2>
${ofBrowser === null ? null : browserPart(ofBrowser, csrf)}<details><summary>Take in what was made with a guest token</summary>
<form method="post" action="/account/claim">${csrf}
<label for="guest-token">Guest token</label>
<input id="guest-token" name="guest_token" required maxlength="100" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="guest-token-hint">
<p class="hint" id="guest-token-hint">It begins with hp_. All monitors and devices, and what was paid for, move to your account at once, and go on hearing their jobs and machines. A status feed and an ingest key move where your account has none.</p>
<button>Take them in</button></form></details></section>
`;
}

function browserPart(moved: Moved, csrf: Markup): Markup | null {
  const words = wordsOf(moved);
  if (words === null) return null;
  return markup`<p>In this browser you made, without an account: ${words}.</p>
<form method="post" action="/account/claim">${csrf}<button>Take them into your account</button></form>
`;
}

/** Null for nothing. */
function wordsOf({ monitors, devices, status_feeds: feeds, ingest_keys: keys }: Moved): string | null {
  const parts = [
    monitors === 0 ? [] : [monitors === 1 ? '1 monitor' : `${monitors} monitors`],
    devices === 0 ? [] : [devices === 1 ? '1 device' : `${devices} devices`],
    feeds === 0 ? [] : ['the status feed'],
    keys === 0 ? [] : ['the ingest key'],
  ].flat();
  return parts.length === 0 ? null : new Intl.ListFormat('en').format(parts);
}
