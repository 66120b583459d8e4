import { isActive, type ApiKey } from '../../domain/account/api-key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';

/** How many keys that have ended the page shows; the API lists all. */
const ENDED_SHOWN_MAX = 20;

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

/** The only sight of a key's text. */
export function newKeyNote({ key, secret }: { key: ApiKey; secret: string }): Markup {
  return markup`<div class="note"><p role="status">The key <bdi>${key.name}</bdi> is made. Its text is shown only now: copy it to where it is used.</p>
<p><code id="new-key" class="secret" data-copy="API key">${secret}</code></p>
<p class="hint">Programs send it as <code>X-Api-Key</code>. <a href="/account">I have copied it</a></p></div>
`;
}

/** The keys of an account, and the forms that make and end one; `csrf` is the hidden field of every form. */
export function keysPart({ keys, epoch, mayMakeKeys }: ShownKeys, csrf: Markup): Markup {
  const live = keys.filter((key) => isActive(key, { epoch }));
  const ended = keys.filter((key) => !isActive(key, { epoch }));
  return markup`<section aria-labelledby="keys"><h2 id="keys">API keys</h2>
<p>Programs call with a key of their own and act as you. An account has at most ${LIMITS.apiKeysMax}.</p>
${live.length === 0 ? null : markup`<ul class="rows">${live.map((key) => liveKey(key, csrf))}</ul>`}
${live.length < LIMITS.apiKeysMax ? makingPart(mayMakeKeys, csrf) : markup`<p>Revoke a key to make another one.</p>`}
${ended.length === 0 ? null : endedPart(ended)}</section>
`;
}

function makingPart(mayMakeKeys: boolean, csrf: Markup): Markup {
  if (!mayMakeKeys)
    return markup`<p>To make a key, first confirm that it is you: that was more than ${LIMITS.recentSignInSec / 60} minutes ago.</p>
<p><a class="button" href="${PROVE_AGAIN.path}">${PROVE_AGAIN.words}</a></p>`;
  return markup`<form method="post" action="/account/keys">${csrf}
<label for="key-name">Name of the new key</label>
<input id="key-name" name="name" required maxlength="${LIMITS.apiKeyNameMaxChars}" autocomplete="off" aria-describedby="key-hint">
<p class="hint" id="key-hint">What will call with it, such as the name of a server or of a pipeline.</p>
<button>Make a key</button></form>`;
}

function liveKey(key: ApiKey, csrf: Markup): Markup {
  return markup`<li>${titleOf(key)}<p class="hint">Active. Made ${moment(key.createdAt)}, ${lastUse(key)}.</p>
<details><summary>Revoke <bdi>${key.name}</bdi></summary>
<p>Programs that call with this key are refused at once. It cannot be undone.</p>
<form method="post" action="/account/keys/revoke">${csrf}<input type="hidden" name="id" value="${key.id}"><button class="grave">Revoke the key that ends in ${key.last4}</button></form></details></li>
`;
}

function endedPart(ended: readonly ApiKey[]): Markup {
  const rest = ended.length - ENDED_SHOWN_MAX;
  return markup`<details><summary>Keys that have ended (${ended.length})</summary>
<ul class="rows">${ended.slice(0, ENDED_SHOWN_MAX).map(endedKey)}</ul>
${rest > 0 ? markup`<p class="hint">And ${rest} older ones.</p>` : null}</details>`;
}

function endedKey(key: ApiKey): Markup {
  const end =
    key.revokedAt === null ? 'Stopped with all sessions.' : markup`Revoked ${moment(key.revokedAt)}.`;
  return markup`<li>${titleOf(key)}<p class="hint">${end} Made ${moment(key.createdAt)}, ${lastUse(key)}.</p></li>\n`;
}

function titleOf({ name, last4 }: ApiKey): Markup {
  return markup`<p><b><bdi>${name}</bdi></b> <code>mmk_…${last4}</code></p>`;
}

function lastUse({ lastUsedAt }: ApiKey): Markup {
  return lastUsedAt === null ? markup`never used` : markup`last used ${moment(lastUsedAt)}`;
}
