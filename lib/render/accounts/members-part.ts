import { mayGive } from '../../domain/accounts/organization.ts';
import { isManager } from '../../domain/accounts/organization.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';
import { isOnlyOwner, type PartOf } from './part-of.ts';
import { roleOptions } from './roles-part.ts';

type Member = PartOf['organization']['members'][number];

/** Who is in an organization, with the forms that change that. */
export function membersPart(part: PartOf): Markup {
  const { members } = part.organization;
  return markup`<section aria-labelledby="members"><h2 id="members">Members</h2>
<ul class="rows">${members.map((member) => memberRow(member, part))}</ul></section>
`;
}

function memberRow(member: Member, part: PartOf): Markup {
  const { id, email, name, role, joined_at: joined } = member;
  const { organization, viewerId } = part;
  const isYou = id === viewerId ? ' This is you.' : '';
  return markup`<li><p><b><bdi>${email}</bdi></b> ${role}</p>
<p class="hint">${name === '' ? null : markup`<bdi>${name}</bdi>. `}Joined ${moment(Date.parse(joined))}.${isYou}</p>
${isManager(organization.role) && mayGive(organization.role, role) ? formsOf(member, part) : null}</li>
`;
}

function formsOf(member: Member, part: PartOf): Markup {
  if (isOnlyOwner(part.organization, member.role))
    return markup`<p class="hint">The only owner keeps the role until another member is an owner too.</p>`;
  return markup`${roleForm(member, part)}${member.id === part.viewerId ? null : removal(member, part)}`;
}

function roleForm({ id, email, role }: Member, { organization, path, csrf }: PartOf): Markup {
  return markup`<details><summary>Change the role of <bdi>${email}</bdi></summary>
<form method="post" action="${path}/members/${id}/role">${csrf}
<label for="role-${id}">New role of <bdi>${email}</bdi></label>
<select id="role-${id}" name="role">${roleOptions(organization.role, role)}</select>
<button>Save the role of <bdi>${email}</bdi></button></form></details>
`;
}

function removal({ id, email }: Member, { path, csrf }: PartOf): Markup {
  return markup`<details><summary>Remove <bdi>${email}</bdi></summary>
<p>They no longer see the organization, and the API keys that they made for it are refused at once. Its monitors go on.</p>
<form method="post" action="${path}/members/${id}/remove">${csrf}<button class="grave">Yes, remove <bdi>${email}</bdi></button></form></details>
`;
}
