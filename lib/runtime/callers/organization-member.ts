import { isId } from '../../adapters/ids.ts';
import { Refusal } from '../../contract/errors.ts';
import { getOrganization } from '../../data/accounts/organizations.ts';
import type { Owner } from '../../data/owners.ts';
import { roleOf } from '../../domain/accounts/organization.ts';
import type { MemberCaller, SessionCaller } from '../context.ts';
import type { CoreDeps } from '../deps.ts';

/**
 * A person as a member of the organization that it wants to act for. Throws 404 for an organization of others as for one
 * that there is not, 403 for one that is switched off.
 */
export async function asMember(
  { table }: Pick<CoreDeps, 'table'>,
  { owner: member, session }: Pick<SessionCaller, 'owner' | 'session'>,
  organizationId: string,
): Promise<MemberCaller> {
  const organization = isId(organizationId) ? await getOrganization(table, organizationId) : undefined;
  if (!organization || roleOf(organization, member.id) === undefined) throw noMember();
  if (organization.enabled) return { kind: 'owner', owner: organization, by: 'session', session, member };
  throw new Refusal('organization_forbidden', 'The organization is switched off; an owner can switch it on.');
}

/** Throws 404 where a credential that acts for one owner alone is sent for another. */
export function refuseOther({ id }: Owner, organizationId: string): void {
  if (id !== organizationId) throw noMember();
}

function noMember(): Refusal {
  return new Refusal(
    'organization_not_found',
    'X-Organization must be the id of an organization that you are a member of, sent with your session.',
  );
}
