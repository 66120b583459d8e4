import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { newMember, type OrganizationPeople } from '../../domain/accounts/organization.ts';
import { ownerKey } from '../keys.ts';
import { getOwner, newOwnerItem, NOTHING_YET, type Account, type Organization } from '../owners.ts';
import { newSpaceItem } from '../spaces.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** The organization of an id as it is now, or undefined. */
export async function getOrganization(table: Table, id: string): Promise<Organization | undefined> {
  const owner = await getOwner(table, id);
  return owner?.kind === 'organization' ? owner : undefined;
}

/**
 * A new organization with one space and its first owner, all or nothing. Throws `WriteConflict` where the account is in
 * as many as it can be, or its sessions have ended.
 */
export async function createOrganization(
  table: Table,
  account: Account,
  made: { id: string; spaceId: string; name: string; now: Instant },
): Promise<Organization> {
  const { id, spaceId, name, now: createdAt } = made;
  const organization: Organization = {
    id,
    kind: 'organization',
    spaces: [spaceId],
    createdAt,
    ...NOTHING_YET,
    name,
    enabled: true,
    members: { [account.id]: newMember('owner', createdAt) },
    invitations: {},
    revision: 1,
  };
  await transact(table, [
    newOwnerItem(table, organization),
    newSpaceItem(table, { id: spaceId, ownerId: id, createdAt }),
    joinedItem(table, account, id),
  ]);
  return organization;
}

/** What is changed of an organization. */
export type OrganizationChange = Partial<Pick<Organization, 'name' | 'enabled'> & OrganizationPeople>;

/** A change of what an organization is, as part of a transaction; refused when it was changed since it was read. */
export function changedOrganizationItem(
  table: Table,
  { id, revision }: Organization,
  change: OrganizationChange,
): TransactItem {
  const fields = Object.entries({ ...change, revision: revision + 1 });
  return {
    Update: {
      TableName: table.name,
      Key: { ...ownerKey(id) },
      UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: 'kind = :organization AND #revision = :seen',
      ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        ':seen': revision,
        ':organization': 'organization',
      },
    },
  };
}

/** That an organization is as it was read, as part of a transaction that changes nothing of it. */
export function sameOrganizationItem(table: Table, { id, revision }: Organization): TransactItem {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...ownerKey(id) },
      ConditionExpression: 'kind = :organization AND #revision = :seen',
      ExpressionAttributeNames: { '#revision': 'revision' },
      ExpressionAttributeValues: { ':organization': 'organization', ':seen': revision },
    },
  };
}

/** That an account is a member from now on, as part of a transaction; refused where it is one of too many, or has ended. */
export function joinedItem(table: Table, account: Pick<Account, 'id'>, organizationId: string): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...ownerKey(account.id) },
      UpdateExpression: 'SET organizations = list_append(if_not_exists(organizations, :none), :joined)',
      ConditionExpression:
        'kind = :account AND (attribute_not_exists(organizations) OR (size(organizations) < :max AND NOT contains(organizations, :id)))',
      ExpressionAttributeValues: {
        ':none': [],
        ':joined': [organizationId],
        ':id': organizationId,
        ':max': LIMITS.organizationsPerAccountMax,
        ':account': 'account',
      },
    },
  };
}

/** That an account is no member any more, as part of a transaction; refused when its list was changed since it was read. */
export function leftItem(
  table: Table,
  { id, organizations }: Pick<Account, 'id' | 'organizations'>,
  organizationId: string,
): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...ownerKey(id) },
      UpdateExpression: 'SET organizations = :left',
      ConditionExpression: 'organizations = :seen',
      ExpressionAttributeValues: {
        ':left': organizations.filter((each) => each !== organizationId),
        ':seen': organizations,
      },
    },
  };
}
