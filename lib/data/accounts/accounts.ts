import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../domain/instant.ts';
import { newProfile, type Profile } from '../../domain/accounts/profile.ts';
import { changeItem, getItem, newItem } from '../items.ts';
import { credentialHashOf } from '../key-parts.ts';
import { identityKey, ownerKey } from '../keys.ts';
import { getOwner, newOwnerItem, NOTHING_YET, type Account } from '../owners.ts';
import { always, recordKind } from '../record.ts';
import { newSpaceItem } from '../spaces.ts';
import { transact, WriteConflict, type Table } from '../table.ts';

/** Whose account a person of an issuer has, by the hash of issuer and subject. */
interface Identity {
  hash: string;
  ownerId: string;
  createdAt: Instant;
}

/** How an identity is stored. */
const identities = recordKind<Identity, 'hash'>({
  key: ({ hash }) => identityKey(hash),
  inKey: { hash: credentialHashOf },
  fields: { ownerId: always, createdAt: always },
});

/** What an account is made of at a first sign-in. */
export interface NewAccount {
  ownerId: string;
  spaceId: string;
  identityHash: string;
  /** As the issuer has confirmed it. */
  email: string;
  name?: string;
  now: Instant;
}

/**
 * An account with one space, found by its identity from then on, all or nothing. Throws `WriteConflict` when the
 * identity has an account.
 */
export async function createAccount(table: Table, made: NewAccount): Promise<Account> {
  const { ownerId, spaceId, identityHash, email, name, now: createdAt } = made;
  const account: Account = {
    id: ownerId,
    kind: 'account',
    spaces: [spaceId],
    createdAt,
    ...NOTHING_YET,
    email,
    emailVerifiedAt: createdAt,
    profile: newProfile(name),
    epoch: 1,
    sessionsEndedAt: null,
    liveKeys: 0,
    trialStartedAt: null,
    organizations: [],
  };
  await transact(table, [
    newItem(table, identities.toItem({ hash: identityHash, ownerId, createdAt })),
    newOwnerItem(table, account),
    newSpaceItem(table, { id: spaceId, ownerId, createdAt }),
  ]);
  return account;
}

/** The id of the account an identity has, or undefined before its first sign-in. */
export async function ownerIdOfIdentity(table: Table, identityHash: string): Promise<string | undefined> {
  const item = await getItem(table, identityKey(identityHash));
  return item && identities.fromItem(item).ownerId;
}

/** The accounts of some ids as they are now, few enough to be read one by one; those that are gone are absent. */
export async function accountsOf(table: Table, ids: readonly string[]): Promise<Account[]> {
  const owners = await Promise.all(ids.map((id) => getOwner(table, id)));
  return owners.flatMap((owner) => (owner?.kind === 'account' ? [owner] : []));
}

/**
 * Puts a profile in the place of the revision it was decided from. Throws `WriteConflict` when there is another one; this
 * one is there already where the answer of a first try was lost.
 */
export async function replaceProfile(
  table: Table,
  ownerId: string,
  profile: Profile,
  decidedFrom: number,
): Promise<void> {
  await changeItem(table, ownerKey(ownerId), {
    UpdateExpression: 'SET profile = :profile',
    ConditionExpression: 'profile.revision = :seen',
    ExpressionAttributeValues: { ':profile': profile, ':seen': decidedFrom },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }).catch((error: unknown) => {
    if (!(error instanceof WriteConflict) || !isDeepStrictEqual(error.current?.['profile'], profile))
      throw error;
  });
}

/**
 * Ends all sessions and API keys of an account at once, and notes when: whoever proved before who it is begins none with
 * that. Throws `WriteConflict` for what is none.
 */
export async function endSessions(table: Table, ownerId: string, now: Instant): Promise<void> {
  await changeItem(table, ownerKey(ownerId), {
    UpdateExpression: 'SET epoch = epoch + :one, liveKeys = :none, sessionsEndedAt = :now',
    ConditionExpression: 'kind = :account',
    ExpressionAttributeValues: { ':one': 1, ':none': 0, ':now': now, ':account': 'account' },
  });
}

/** Notes that the issuer has confirmed another address of a person. */
export async function renewEmail(
  table: Table,
  account: Account,
  email: string,
  now: Instant,
): Promise<Account> {
  await changeItem(table, ownerKey(account.id), {
    UpdateExpression: 'SET email = :email, emailVerifiedAt = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':email': email, ':now': now },
  });
  return { ...account, email, emailVerifiedAt: now };
}
