import type { ApiKeyView } from '../../../lib/contract/accounts/api-keys.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { accountsOf } from '../../../lib/data/accounts/accounts.ts';
import { createOrganizationKey, getApiKey, listApiKeys } from '../../../lib/data/accounts/api-keys.ts';
import { getOrganization } from '../../../lib/data/accounts/organizations.ts';
import type { Organization } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { isActiveFor, type ApiKey } from '../../../lib/domain/accounts/api-key.ts';
import { shown } from '../../../lib/domain/decision.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { hasManagedSince, isManager, roleOf } from '../../../lib/domain/accounts/organization.ts';
import { apiKeyView } from '../../../lib/render/accounts/account-view.ts';
import { isId } from '../../../lib/adapters/ids.ts';
import { accountNow } from '../sessions/live-session.ts';
import type { SessionCtx } from '../organizations/organization-of.ts';

/** The keys of the organizations that the caller looks after. */
export async function keysOfOrganizations(ctx: SessionCtx): Promise<ApiKeyView[]> {
  const managed = await managedBy(ctx);
  const keys = await Promise.all(managed.map((organization) => keysOf(ctx, organization)));
  return keys.flat().map(({ key, active }) => apiKeyView(key, active));
}

/** A key of one of these organizations, or undefined. */
export async function keyOfOrganizations(ctx: SessionCtx, keyId: string): Promise<ApiKey | undefined> {
  const managed = await managedBy(ctx);
  const found = await Promise.all(managed.map(({ id }) => getApiKey(ctx.table, id, keyId)));
  return found.find((key) => key !== undefined);
}

/**
 * Keeps a key for an organization. Throws 401 when all sessions of its maker have ended meanwhile, 403 without the role, where the organization is switched off, and where the session
 * was begun without a second factor; 409 where ten keys are live.
 */
export function keepOrganizationKey(ctx: SessionCtx, key: ApiKey): Promise<void> {
  return retryOnConflict(async (conflict) => {
    await accountNow(ctx, conflict);
    const organization = await managedOne(ctx, key.ownerId);
    refuseSingleFactor(ctx);
    const live = (await keysOf(ctx, organization)).filter(({ active }) => active);
    if (live.length >= LIMITS.apiKeysMax)
      throw new Refusal(
        'key_limit_reached',
        `An organization has at most ${LIMITS.apiKeysMax} live API keys; revoke one first.`,
      );
    await createOrganizationKey(ctx.table, organization, { ...key, createdBy: ctx.caller.owner.id });
  });
}

async function managedOne({ table, caller }: SessionCtx, id: string): Promise<Organization> {
  const organization = isId(id) ? await getOrganization(table, id) : undefined;
  if (organization?.enabled && isManager(roleOf(organization, caller.owner.id))) return organization;
  throw new Refusal(
    'organization_forbidden',
    `organizationId must be null or an organization, not switched off, that you own or administer; got ${shown(id)}.`,
  );
}

function refuseSingleFactor({ caller }: SessionCtx): void {
  if (caller.session.mfa) return;
  throw new Refusal(
    'organization_mfa_required',
    'A key of an organization needs a sign-in with a second factor; sign in again with one.',
  );
}

async function managedBy({ table, caller }: SessionCtx): Promise<Organization[]> {
  const { id, organizations } = caller.owner;
  const own = await Promise.all(organizations.map((each) => getOrganization(table, each)));
  return own.flatMap((one) => (one && isManager(roleOf(one, id)) ? [one] : []));
}

/** All keys of an organization, and whether each opens something now. Only who may have made one that does is read. */
async function keysOf({ table }: Pick<SessionCtx, 'table'>, organization: Organization) {
  const keys = await listApiKeys(table, organization.id);
  const makers = keys.flatMap(({ revokedAt, createdBy, createdAt }) =>
    revokedAt === null && createdBy !== null && hasManagedSince(organization, createdBy, createdAt)
      ? [createdBy]
      : [],
  );
  const accounts = await accountsOf(table, [...new Set(makers)]);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return keys.map((key) => {
    const creator = key.createdBy === null ? undefined : byId.get(key.createdBy);
    return { key, active: isActiveFor(organization, key, creator) };
  });
}

/** The keys of an organization that have ended for good: one that is switched off may be switched on again. */
export async function endedKeysOf(ctx: SessionCtx, organizationId: string): Promise<ApiKey[]> {
  const organization = await getOrganization(ctx.table, organizationId);
  if (!organization) return [];
  const keys = await keysOf(ctx, { ...organization, enabled: true });
  return keys.filter(({ active }) => !active).map(({ key }) => key);
}
