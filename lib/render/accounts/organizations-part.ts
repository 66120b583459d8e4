import type { InvitedView, OrganizationSummary } from '../../contract/accounts/organizations.ts';
import { LIMITS } from '../../domain/limits.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';

/** What an account is in, and where it is invited. */
export interface ShownOrganizations {
  organizations: readonly OrganizationSummary[];
  invitations: readonly InvitedView[];
}

/** The part of the account page on organizations; `csrf` is the hidden field of every form. */
export function organizationsPart({ organizations, invitations }: ShownOrganizations, csrf: Markup): Markup {
  return markup`<section aria-labelledby="organizations"><h2 id="organizations">Organizations</h2>
<p>In an organization several people look after the same monitors.</p>
${invitations.length === 0 ? null : markup`<ul class="rows">${invitations.map((each) => invitationRow(each, csrf))}</ul>`}
${organizations.length === 0 ? null : markup`<ul class="rows">${organizations.map(organizationRow)}</ul>`}
${organizations.length < LIMITS.organizationsPerAccountMax ? makingForm(csrf) : FULL}</section>
`;
}

function invitationRow(
  { organization_id: id, name, role, expires_at: end }: InvitedView,
  csrf: Markup,
): Markup {
  const path = `/account/organizations/${id}`;
  return markup`<li><p><b><bdi>${name}</bdi></b> invites you as ${role}.</p><p class="hint">Open until ${moment(Date.parse(end))}.</p>
<div class="pair"><form method="post" action="${path}/join">${csrf}<button aria-label="Accept the invitation of ${name}">Accept</button></form>
<form method="post" action="${path}/decline">${csrf}<button class="plain" aria-label="Decline the invitation of ${name}">Decline</button></form></div></li>
`;
}

function organizationRow({ id, name, role, enabled }: OrganizationSummary): Markup {
  return markup`<li><p><b><a class="way" href="/account/organizations/${id}"><bdi>${name}</bdi></a></b></p>
<p class="hint">Your role: ${role}.${enabled ? null : ' It is switched off.'}</p></li>
`;
}

function makingForm(csrf: Markup): Markup {
  return markup`<form method="post" action="/account/organizations">${csrf}
<label for="organization-name">Name of the new organization</label>
<input id="organization-name" name="name" required maxlength="${LIMITS.nameMaxChars}" autocomplete="off">
<button>Make an organization</button></form>`;
}

const FULL = markup`<p>An account is in at most ${LIMITS.organizationsPerAccountMax} organizations. Leave one to make another.</p>`;
