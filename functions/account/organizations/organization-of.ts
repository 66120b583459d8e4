import { isId } from '../../../lib/adapters/ids.ts';
import type { OrganizationView } from '../../../lib/contract/accounts/organizations.ts';
import { Refusal, type ErrorCode } from '../../../lib/contract/errors.ts';
import { accountsOf } from '../../../lib/data/accounts/accounts.ts';
import { changedOrganizationItem, getOrganization } from '../../../lib/data/accounts/organizations.ts';
import type { Organization } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact, type TransactItem } from '../../../lib/data/table.ts';
import type { Decision } from '../../../lib/domain/decision.ts';
import { roleOf, type OrganizationPeople } from '../../../lib/domain/accounts/organization.ts';
import { organizationView } from '../../../lib/render/accounts/organization-view.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** Of somebody who signed in. */
export type SessionCtx = Ctx<'session'>;

/** An organization that the caller is a member of. Throws 404 for any other, whether it exists or not. */
export async function memberOf(ctx: SessionCtx, organizationId: string): Promise<Organization> {
  const organization = await organizationOf(ctx, organizationId);
  if (roleOf(organization, ctx.caller.owner.id) === undefined) throw noOrganization();
  return organization;
}

/** An organization of an id. Throws 404 where there is none. */
export async function organizationOf({ table }: SessionCtx, organizationId: string): Promise<Organization> {
  const organization = isId(organizationId) ? await getOrganization(table, organizationId) : undefined;
  if (!organization) throw noOrganization();
  return organization;
}

/** For what there is not as for what the caller is no member of. */
export function noOrganization(): Refusal {
  return new Refusal('organization_not_found', 'There is no such organization, or you are not a member.');
}

/** What is done to the people of an organization, and what else is written with it. */
export interface PeopleChange {
  decide: (organization: Organization) => Decision<OrganizationPeople, ErrorCode>;
  besides?: (organization: Organization) => Promise<TransactItem[]> | TransactItem[];
}

/** Changes the people of an organization, decided from what they are at that moment; returns it as it is then. */
export function changePeople(
  ctx: SessionCtx,
  organizationId: string,
  { decide, besides }: PeopleChange,
): Promise<Organization> {
  return retryOnConflict(async () => {
    const organization = await organizationOf(ctx, organizationId);
    const decision = decide(organization);
    if (!decision.ok) throw new Refusal(decision.code, decision.detail);
    const { members, invitations } = decision.value;
    if (decision.value === organization) return organization;
    const changed = changedOrganizationItem(ctx.table, organization, { members, invitations });
    await transact(ctx.table, [changed, ...((await besides?.(organization)) ?? [])]);
    return { ...organization, members, invitations, revision: organization.revision + 1 };
  });
}

/** The organization as the caller sees it. */
export async function shownOrganization(
  { table, caller, now }: SessionCtx,
  organization: Organization,
): Promise<{ organization: OrganizationView }> {
  const persons = await accountsOf(table, Object.keys(organization.members));
  return { organization: organizationView(organization, { viewer: caller.owner.id, persons, now }) };
}
