import type { ApiKey } from '../../domain/accounts/api-key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { type Markup, markup } from '../markup.ts';
import { endedKeys, makingForm, revocableKey } from './key-rows.ts';
import type { PartOf } from './part-of.ts';

/** How many keys that can be revoked the page shows: those that work, at most ten, and the newest that are stopped. */
const REVOCABLE_SHOWN_MAX = 50;

/** What the page needs to know of an organization's keys. */
export interface ShownOrganizationKeys {
  /** The newest first, and whether each opens something now. */
  keys: readonly { key: ApiKey; active: boolean }[];
  /** Whether whoever looks has shown a second factor, recently enough to make one. */
  mayMakeKeys: boolean;
}

/** The way to a proof with a second factor, and back to the page of an organization. */
export function proveWithFactor(path: string) {
  const query = new URLSearchParams({ mfa: '1', step: '1', return: path });
  return { path: `/auth/login?${query}`, words: 'Confirm with your second factor' };
}

/** The keys of an organization, for those who look after it, and the forms that make and end one. */
export function organizationKeysPart({ keys, mayMakeKeys }: ShownOrganizationKeys, part: PartOf): Markup {
  // A stopped key may work again, with its maker's role or when the organization is switched on, until it is revoked.
  const revocable = keys.filter(({ key }) => key.revokedAt === null);
  const ordered = revocable.toSorted((one, other) => Number(other.active) - Number(one.active));
  const ended = keys.flatMap(({ key }) => (key.revokedAt === null ? [] : [key]));
  const rows = ordered
    .slice(0, REVOCABLE_SHOWN_MAX)
    .map(({ key, active }) => revocableKey(key, stateOf(key, active, part), part));
  return markup`<section aria-labelledby="keys"><h2 id="keys">API keys</h2>
<p>Programs call with a key and act for the organization. It has at most ${LIMITS.apiKeysMax}. A key works as long as who made it is owner or admin here.</p>
${rows.length === 0 ? null : markup`<ul class="rows">${rows}</ul>`}
${whyNone(keys, part) ?? (mayMakeKeys ? makingForm(part) : proofPart(part))}
${endedKeys(ended)}</section>
`;
}

function stateOf({ createdBy }: ApiKey, active: boolean, { organization }: PartOf): Markup {
  const maker = organization.members.find(({ id }) => id === createdBy);
  const by = maker ? markup`By <bdi>${maker.email}</bdi>.` : markup`By somebody who is no longer here.`;
  if (active) return markup`Active. ${by}`;
  if (!organization.enabled) return markup`Stopped while the organization is switched off. ${by}`;
  return markup`Stopped: who made it is no longer owner or admin, or has ended all sessions. ${by}`;
}

/** Why no key can be made, or null. */
function whyNone(keys: ShownOrganizationKeys['keys'], { organization }: PartOf): Markup | null {
  if (!organization.enabled) return markup`<p>No key can be made while the organization is switched off.</p>`;
  const live = keys.filter(({ active }) => active).length;
  return live < LIMITS.apiKeysMax ? null : markup`<p>Revoke a key to make another one.</p>`;
}

function proofPart({ path }: PartOf): Markup {
  const way = proveWithFactor(path);
  return markup`<p>To make a key, first confirm that it is you, with a second factor, not more than ${LIMITS.recentSignInSec / 60} minutes before.</p>
<p><a class="button" href="${way.path}">${way.words}</a></p>
<p class="hint">No second factor yet? Your account page says <a href="/account#second-factor">where it is set up</a>.</p>`;
}
