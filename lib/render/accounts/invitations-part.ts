import { LIMITS } from '../../domain/limits.ts';
import { mayGive } from '../../domain/accounts/organization.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';
import type { PartOf } from './part-of.ts';
import { roleOptions } from './roles-part.ts';

/** The open invitations of an organization, and the form that invites. */
export function invitationsPart(part: PartOf): Markup {
  const { invitations } = part.organization;
  return markup`<section aria-labelledby="invitations"><h2 id="invitations">Invitations</h2>
${invitations.length === 0 ? markup`<p>Nobody is invited now.</p>` : markup`<ul class="rows">${invitations.map((each) => row(each, part))}</ul>`}
${whyNone(part) ?? inviteForm(part)}</section>
`;
}

type Invitation = PartOf['organization']['invitations'][number];

function row({ id, email, role, expires_at: end }: Invitation, part: PartOf): Markup {
  const { organization, path, csrf } = part;
  return markup`<li><p><b><bdi>${email}</bdi></b> ${role}</p><p class="hint">Open until ${moment(Date.parse(end))}.</p>
${mayGive(organization.role, role) ? markup`<form method="post" action="${path}/invitations/${id}/withdraw">${csrf}<button class="plain">Withdraw the invitation of <bdi>${email}</bdi></button></form>` : null}</li>
`;
}

/** Why nobody more can be invited, or null. */
function whyNone({ organization: { members, invitations } }: PartOf): Markup | null {
  const { organizationMembersMax: membersMax, organizationInvitationsMax: invitationsMax } = LIMITS;
  if (members.length >= membersMax)
    return markup`<p>An organization has at most ${membersMax} members: remove one to invite another.</p>`;
  if (invitations.length >= invitationsMax)
    return markup`<p>An organization has at most ${invitationsMax} open invitations: withdraw one to invite another.</p>`;
  return null;
}

function inviteForm({ organization, path, csrf }: PartOf): Markup {
  return markup`<form method="post" action="${path}/invitations">${csrf}
<label for="invite-email">E-mail address to invite</label>
<input id="invite-email" name="email" type="email" required autocomplete="off" aria-describedby="invite-hint">
<p class="hint" id="invite-hint">The address is mailed, though not each time when it is invited often. Whoever signs in with it finds the invitation on the account page, for ${LIMITS.invitationDays} days.</p>
<label for="invite-role">Role in the organization</label>
<select id="invite-role" name="role">${roleOptions(organization.role, 'member')}</select>
<button>Invite</button></form>`;
}
