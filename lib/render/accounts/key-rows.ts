import type { ApiKey } from '../../domain/accounts/api-key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';

/** How many keys that have ended a page shows; the API lists all. */
const ENDED_SHOWN_MAX = 20;

/** What the pages with keys share: the address below which the forms are, and the hidden field of every form. */
export interface KeyForms {
  path: string;
  csrf: Markup;
}

/** The only sight of a key's text; `path` is the page without it. */
export function newKeyNote({ key, secret }: { key: ApiKey; secret: string }, path = '/account'): Markup {
  return markup`<div class="note"><p role="status">The key <bdi>${key.name}</bdi> is made. Its text is shown only now: copy it to where it is used.</p>
<p><code id="new-key" class="secret" data-copy="API key">${secret}</code></p>
<p class="hint">Programs send it as <code>X-Api-Key</code>. <a href="${path}">I have copied it</a></p></div>
`;
}

export function makingForm({ path, csrf }: KeyForms): Markup {
  return markup`<form method="post" action="${path}/keys">${csrf}
<label for="key-name">Name of the new key</label>
<input id="key-name" name="name" required maxlength="${LIMITS.apiKeyNameMaxChars}" autocomplete="off" aria-describedby="key-hint">
<p class="hint" id="key-hint">What will call with it, such as the name of a server or of a pipeline.</p>
<button>Make a key</button></form>`;
}

/** A key that can be revoked; `state` says whether it works, and whose it is. */
export function revocableKey(key: ApiKey, state: Markup | string, { path, csrf }: KeyForms): Markup {
  return markup`<li>${titleOf(key)}<p class="hint">${state} Made ${moment(key.createdAt)}, ${lastUse(key)}.</p>
<details><summary>Revoke <bdi>${key.name}</bdi></summary>
<p>Programs that call with this key are refused at once. It cannot be undone.</p>
<form method="post" action="${path}/keys/revoke">${csrf}<input type="hidden" name="id" value="${key.id}"><button class="grave">Revoke the key that ends in ${key.last4}</button></form></details></li>
`;
}

/** Keys that have ended, the newest of them. */
export function endedKeys(ended: readonly ApiKey[]): Markup | null {
  if (ended.length === 0) return null;
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
