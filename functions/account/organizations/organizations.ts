import { newId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { InvitedView } from '../../../lib/contract/accounts/organizations.ts';
import { listInvited } from '../../../lib/data/accounts/invitation-pointers.ts';
import {
  changedOrganizationItem,
  createOrganization as writeOrganization,
  getOrganization as readOrganization,
} from '../../../lib/data/accounts/organizations.ts';
import type { Account, Organization } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { isManager, roleOf, organizationName } from '../../../lib/domain/accounts/organization.ts';
import { openInvitations } from '../../../lib/domain/accounts/organization-people.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import { invitedView, organizationSummary } from '../../../lib/render/accounts/organization-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { accountNow } from '../sessions/live-session.ts';
import { memberOf, shownOrganization, type SessionCtx } from './organization-of.ts';

/** The organizations that the caller is a member of, and those that invite its address. */
export const listOrganizations: Handle<typeof catalogue.listOrganizations> = async (ctx) => {
  const { id, organizations } = ctx.caller.owner;
  const [own, invitations] = await Promise.all([
    Promise.all(organizations.map((each) => readOrganization(ctx.table, each))),
    invitationsOf(ctx),
  ]);
  return {
    organizations: own.flatMap((organization) => {
      const role = organization && roleOf(organization, id);
      return role ? [organizationSummary(organization, role)] : [];
    }),
    invitations,
  };
};

/** What the organizations themselves say: a pointer may outlive what it points to. */
export async function invitationsOf({ table, caller, now }: SessionCtx): Promise<InvitedView[]> {
  const addressHash = hashOfAddress(caller.owner.email);
  const invited = await listInvited(table, addressHash, now);
  const inviting = await Promise.all(
    invited.map(({ organizationId }) => readOrganization(table, organizationId)),
  );
  return inviting.flatMap((organization) => {
    const invitation = organization && openInvitations(organization, now)[addressHash];
    return invitation ? [invitedView(organization, invitation)] : [];
  });
}

export const createOrganization: Handle<typeof catalogue.createOrganization> = async (ctx, { body }) => {
  const name = nameOf(body.name);
  const id = newId();
  const spaceId = newId();
  const made = await retryOnConflict(async (conflict) => {
    const account = await accountNow(ctx, conflict);
    refuseOneTooMany(account);
    return writeOrganization(ctx.table, account, { id, spaceId, name, now: ctx.now });
  });
  return shownOrganization(ctx, made);
};

export const getOrganization: Handle<typeof catalogue.getOrganization> = async (ctx, { params }) =>
  shownOrganization(ctx, await memberOf(ctx, params.organization));

export const patchOrganization: Handle<typeof catalogue.patchOrganization> = async (
  ctx,
  { params, body },
) => {
  const name = body.name === undefined ? undefined : nameOf(body.name);
  const organization = await retryOnConflict(async () => {
    const before = await memberOf(ctx, params.organization);
    refuseRole(ctx, before, body);
    const change = { name: name ?? before.name, enabled: body.enabled ?? before.enabled };
    if (change.name === before.name && change.enabled === before.enabled) return before;
    await transact(ctx.table, [changedOrganizationItem(ctx.table, before, change)]);
    return { ...before, ...change };
  });
  return shownOrganization(ctx, organization);
};

function refuseRole({ caller }: SessionCtx, organization: Organization, { enabled }: { enabled?: unknown }) {
  const role = roleOf(organization, caller.owner.id);
  if (enabled !== undefined && role !== 'owner')
    throw new Refusal('organization_forbidden', 'Only an owner can switch the organization off or on.');
  if (!isManager(role))
    throw new Refusal('organization_forbidden', 'Only owners and admins can rename the organization.');
}

/** Throws 409 for an account that is in as many organizations as it can be. */
export function refuseOneTooMany({ organizations }: Account): void {
  const max = LIMITS.organizationsPerAccountMax;
  if (organizations.length < max) return;
  throw new Refusal(
    'organization_limit_reached',
    `An account is in at most ${max} organizations; leave one first.`,
  );
}

function nameOf(text: string): string {
  const name = organizationName(text);
  if (!name.ok) throw new Refusal(name.code, name.detail);
  return name.value;
}
