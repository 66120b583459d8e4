import { ROLES, type Role } from '../../domain/accounts/organization.ts';
import { mayGive } from '../../domain/accounts/organization.ts';
import { type Markup, markup } from '../markup.ts';

/** The roles that somebody may give, as options of a select, the least first. */
export function roleOptions(own: Role, chosen: Role): Markup[] {
  return ROLES.toReversed()
    .filter((role) => mayGive(own, role))
    .map((role) =>
      role === chosen
        ? markup`<option value="${role}" selected>${role}</option>`
        : markup`<option value="${role}">${role}</option>`,
    );
}

/** What each role may do. */
export const ROLES_PART = markup`<section aria-labelledby="roles"><h2 id="roles">What each role may do</h2>
<dl><dt>Member</dt><dd>Works with the monitors of the organization, sees who is in it, and may leave it.</dd>
<dt>Admin</dt><dd>Also invites and removes people, gives the roles member and admin, renames the organization, makes and revokes its API keys, and is mailed when a monitor that names no other address is silent.</dd>
<dt>Owner</dt><dd>Also makes, changes and removes owners, and switches the organization off and on.</dd></dl></section>
`;
