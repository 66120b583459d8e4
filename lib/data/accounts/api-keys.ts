import { useHourOf, type ApiKey } from '../../domain/accounts/api-key.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { changeItem, getItem, newItem } from '../items.ts';
import { apiKeyOf, credentialHashOf } from '../key-parts.ts';
import { apiKeyCredentialKey, apiKeyKey, ownerKey, type Key } from '../keys.ts';
import { changedOrganizationItem } from './organizations.ts';
import { getOwner, liveKeysItem, type Account, type Organization, type Owner } from '../owners.ts';
import { queryAll } from '../query-pages.ts';
import { always, recordKind, sparse, ttlAfter } from '../record.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** How a key is stored: apart from what it is known by, since it changes, and from its owner, since every function may note its use. */
const apiKeys = recordKind<ApiKey, 'ownerId' | 'id'>({
  key: ({ ownerId, id }) => apiKeyKey(ownerId, id),
  inKey: { ownerId: (key) => apiKeyOf(key).ownerId, id: (key) => apiKeyOf(key).id },
  fields: {
    createdBy: null,
    hash: always,
    name: always,
    readOnly: sparse<boolean>(false),
    last4: always,
    createdAt: always,
    lastUsedAt: null,
    revokedAt: null,
    epoch: always,
  },
  ttl: ({ revokedAt }) => (revokedAt === null ? null : ttlOf(revokedAt)),
});

function ttlOf(revokedAt: Instant): number {
  return ttlAfter(revokedAt, LIMITS.revokedKeyRetentionDays);
}

/** Whose a key is. */
interface ApiKeyCredential {
  hash: string;
  ownerId: string;
  keyId: string;
  /** Whose role a key of an organization depends on. */
  createdBy: string | null;
}

/** How a key is stored by its hash; never changed. */
const credentials = recordKind<ApiKeyCredential, 'hash'>({
  key: ({ hash }) => apiKeyCredentialKey(hash),
  inKey: { hash: credentialHashOf },
  fields: { ownerId: always, keyId: always, createdBy: null },
});

/**
 * Keeps a new key, all or nothing. Throws `WriteConflict` when its account has ten live ones, or all sessions were ended
 * since the epoch it was made in.
 */
export async function createApiKey(table: Table, key: ApiKey): Promise<void> {
  await transact(table, [liveKeysItem(table, key, 1), ...newKeyItems(table, key)]);
}

/**
 * Keeps a new key of an organization, all or nothing. Throws `WriteConflict` when anything of the organization changed since
 * it was read, another key of it included, or its creator's sessions were ended.
 */
export async function createOrganizationKey(
  table: Table,
  organization: Organization,
  key: ApiKey & { createdBy: string },
): Promise<void> {
  const unended = {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...ownerKey(key.createdBy) },
      ConditionExpression: 'epoch = :epoch',
      ExpressionAttributeValues: { ':epoch': key.epoch },
    },
  };
  const counted = changedOrganizationItem(table, organization, {});
  await transact(table, [counted, unended, ...newKeyItems(table, key)]);
}

function newKeyItems(table: Table, key: ApiKey): TransactItem[] {
  const { hash, ownerId, id: keyId, createdBy } = key;
  return [
    newItem(table, apiKeys.toItem(key)),
    newItem(table, credentials.toItem({ hash, ownerId, keyId, createdBy })),
  ];
}

/** A key by the hash of its text, its owner, and whoever made it for an organization. Two round trips. */
export interface FoundKey {
  key: ApiKey;
  owner: Owner | undefined;
  creator: Owner | undefined;
}

/** Undefined for a key that nobody has. */
export async function apiKeyByHash(table: Table, hash: string): Promise<FoundKey | undefined> {
  const item = await getItem(table, apiKeyCredentialKey(hash));
  if (!item) return undefined;
  const { ownerId, keyId, createdBy } = credentials.fromItem(item);
  const [owner, key, creator] = await Promise.all([
    getOwner(table, ownerId),
    getApiKey(table, ownerId, keyId),
    createdBy === null ? undefined : getOwner(table, createdBy),
  ]);
  return key && { owner, key, creator };
}

/** A key of an owner, or undefined. */
export async function getApiKey(table: Table, ownerId: string, id: string): Promise<ApiKey | undefined> {
  const item = await getItem(table, apiKeyKey(ownerId, id));
  return item && apiKeys.fromItem(item);
}

/** All keys of an owner, live ones and others, the newest first. */
export async function listApiKeys(table: Table, ownerId: string): Promise<ApiKey[]> {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': apiKeyKey(ownerId, '').pk },
  });
  const keys = items.map((item) => apiKeys.fromItem(item));
  return keys.sort((one, other) => other.createdAt - one.createdAt);
}

/** Ends a key for good, all or nothing. Throws `WriteConflict` when it is revoked, or was stopped, meanwhile. */
export async function revokeApiKey(
  table: Table,
  { key, account, now }: { key: ApiKey; account: Pick<Account, 'id' | 'epoch'>; now: Instant },
): Promise<void> {
  const revoked = {
    Update: {
      TableName: table.name,
      Key: { ...apiKeyKey(key.ownerId, key.id) },
      UpdateExpression: 'SET revokedAt = :now, #ttl = :ttl',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': now, ':ttl': ttlOf(now) },
    },
  };
  const unknown = { Delete: { TableName: table.name, Key: { ...apiKeyCredentialKey(key.hash) } } };
  // A key of an earlier epoch is no longer counted, and one of an organization never.
  const isCounted = key.ownerId === account.id && key.epoch === account.epoch;
  const counted = isCounted ? [liveKeysItem(table, key, -1)] : [];
  await transact(table, [revoked, unknown, ...counted]);
}

/** Forgets keys that have ended for good, and what they were known by. */
export async function forgetApiKeys(table: Table, keys: readonly ApiKey[]): Promise<void> {
  const deleted = (key: Key) => ({ Delete: { TableName: table.name, Key: { ...key } } });
  const items = keys.flatMap(({ ownerId, id, hash }) => [
    deleted(apiKeyKey(ownerId, id)),
    deleted(apiKeyCredentialKey(hash)),
  ]);
  if (items.length > 0) await transact(table, items);
}

/** Notes the first use of a key in an hour. Throws `WriteConflict` where another call noted it. */
export async function noteUse(table: Table, { ownerId, id }: ApiKey, now: Instant): Promise<void> {
  await changeItem(table, apiKeyKey(ownerId, id), {
    UpdateExpression: 'SET lastUsedAt = :now',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :hour)',
    ExpressionAttributeValues: { ':now': now, ':hour': useHourOf(now) },
  });
}
