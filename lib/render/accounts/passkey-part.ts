import { type Markup, markup } from '../markup.ts';

/** Where passkeys are added, and what came of it; null where nobody was there just now. */
export interface ShownPasskeys {
  url: string;
  isAdded: boolean | null;
}

export function passkeyPart(passkeys: ShownPasskeys | null): Markup | null {
  if (passkeys === null) return null;
  return markup`<section aria-labelledby="passkeys"><h2 id="passkeys">Passkeys</h2>
<p>With a passkey you sign in by the fingerprint, face or PIN of your device, without a password.</p>
<p><a class="button" href="${passkeys.url}">Add a passkey</a></p></section>
`;
}

/** What came of it, for the top of the page, where a browser that comes back stands. */
export function passkeyNote(passkeys: ShownPasskeys | null): Markup | null {
  if (passkeys === null || passkeys.isAdded === null) return null;
  if (passkeys.isAdded) return markup`<p class="note" role="status">Your passkey is added.</p>\n`;
  return markup`<p class="note warns" role="status">No passkey was added. It takes a sign-in of the last hour: <a href="/auth/login?step=1&amp;return=%2Faccount">sign in again</a>, then add it.</p>\n`;
}
