import { totalItem } from '../counted-items.ts';
import { erasureItem, type Erasure } from './erasures.ts';
import { identityKey, ownerKey } from '../keys.ts';
import { notInvitedItem } from './invitation-pointers.ts';
import { changedOrganizationItem, type OrganizationChange } from './organizations.ts';
import type { Account, Organization, Owner } from '../owners.ts';
import { getSpaceToken, noTokenItem, removedTokenItems } from './space-tokens.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** An account that goes, as it was decided from what was read. */
export interface GoingAccount {
  account: Account;
  erasure: Erasure;
  /** Its organizations, and their people without it. */
  left: readonly { organization: Organization; people: OrganizationChange }[];
  /** By which its person is found; null where the person goes first, so that it begins nothing meanwhile. */
  identityHash: string | null;
}

/**
 * Removes an account all or nothing, and everything by which it is known: no session, key or token opens anything from then
 * on, and nothing is written for it, since all of that is conditional on the owner. What belonged to it is found by the
 * erasure. Throws `WriteConflict` when anything it was decided from has changed.
 */
export async function removeAccount(table: Table, going: GoingAccount): Promise<void> {
  const { account, erasure, left, identityHash } = going;
  const { id, epoch, email, organizations, trialStartedAt } = account;
  await transact(table, [
    removedOwnerItem(table, account, {
      ConditionExpression:
        'epoch = :epoch AND email = :email AND #spaces = :spaces' +
        // By that it was counted among those who used the product.
        ` AND ${trialStartedAt === null ? 'attribute_not_exists(trialStartedAt)' : 'trialStartedAt = :trial'}` +
        // A list that was never written reads as an empty one.
        ` AND (organizations = :organizations${organizations.length === 0 ? ' OR attribute_not_exists(organizations)' : ''})`,
      ExpressionAttributeValues: {
        ':epoch': epoch,
        ':email': email,
        ':organizations': organizations,
        ...(trialStartedAt !== null && { ':trial': trialStartedAt }),
      },
    }),
    ...(trialStartedAt === null ? [] : [totalItem(table, id, { people: -1 })]),
    ...left.map(({ organization, people }) => changedOrganizationItem(table, organization, people)),
    ...(identityHash === null ? [] : [deletion(table, identityKey(identityHash))]),
    ...(await tokensGone(table, account)),
    erasureItem(table, erasure),
  ]);
}

/** The same of an organization, with what leads to its invitations. */
export async function removeOrganization(
  table: Table,
  organization: Organization,
  erasure: Erasure,
): Promise<void> {
  const { id: organizationId, revision, invitations } = organization;
  await transact(table, [
    removedOwnerItem(table, organization, {
      ConditionExpression: 'revision = :revision AND #spaces = :spaces',
      ExpressionAttributeValues: { ':revision': revision },
    }),
    ...Object.keys(invitations).map((addressHash) => notInvitedItem(table, { addressHash, organizationId })),
    ...(await tokensGone(table, organization)),
    erasureItem(table, erasure),
  ]);
}

type Condition = { ConditionExpression: string; ExpressionAttributeValues: Record<string, unknown> };

function removedOwnerItem(table: Table, owner: Owner, condition: Condition): TransactItem {
  const values = { ...condition.ExpressionAttributeValues, ':spaces': owner.spaces };
  return {
    Delete: {
      ...deletion(table, ownerKey(owner.id)).Delete,
      ...condition,
      ExpressionAttributeNames: { '#spaces': 'spaces' },
      ExpressionAttributeValues: values,
    },
  };
}

function deletion(table: Table, key: { pk: string; sk: string }) {
  return { Delete: { TableName: table.name, Key: { ...key } } };
}

/** Its ingest key and its feed open nothing from then on: both are kept beside its home. */
async function tokensGone(table: Table, { spaces: [home = ''] }: Owner): Promise<TransactItem[]> {
  const kinds = ['ingest', 'feed'] as const;
  const tokens = await Promise.all(kinds.map((kind) => getSpaceToken(table, kind, home)));
  return kinds.flatMap((kind, at) => {
    const token = tokens[at];
    return token ? removedTokenItems(table, token) : [noTokenItem(table, kind, home)];
  });
}
