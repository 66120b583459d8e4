import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { hourOf, type ApiKey } from '../domain/account/api-key.ts';
import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';
import { changeItem, getItem, newItem } from './items.ts';
import { apiKeyCredentialKey, apiKeyKey, apiKeyOf, credentialHashOf } from './keys.ts';
import { getOwner, liveKeysItem, type Account, type Owner } from './owners.ts';
import { always, recordKind, ttlAfter } from './record.ts';
import { transact, type Table } from './table.ts';

/** How a key is stored: apart from what it is known by, since it changes, and from its owner, since every function may note its use. */
const apiKeys = recordKind<ApiKey, 'ownerId' | 'id'>({
  key: ({ ownerId, id }) => apiKeyKey(ownerId, id),
  inKey: { ownerId: (key) => apiKeyOf(key).ownerId, id: (key) => apiKeyOf(key).id },
  fields: {
    hash: always,
    name: always,
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
}

/** How a key is stored by its hash; never changed. */
const credentials = recordKind<ApiKeyCredential, 'hash'>({
  key: ({ hash }) => apiKeyCredentialKey(hash),
  inKey: { hash: credentialHashOf },
  fields: { ownerId: always, keyId: always },
});

/**
 * Keeps a new key, all or nothing. Throws `WriteConflict` when its account has ten live ones, or all sessions were ended
 * since the epoch it was made in.
 */
export async function createApiKey(table: Table, key: ApiKey): Promise<void> {
  const { hash, ownerId, id: keyId } = key;
  await transact(table, [
    liveKeysItem(table, key, 1),
    newItem(table, apiKeys.toItem(key)),
    newItem(table, credentials.toItem({ hash, ownerId, keyId })),
  ]);
}

/** A key by the hash of its text with its owner, or undefined for one that nobody has. Two round trips. */
export async function apiKeyByHash(
  table: Table,
  hash: string,
): Promise<{ owner: Owner | undefined; key: ApiKey } | undefined> {
  const item = await getItem(table, apiKeyCredentialKey(hash));
  if (!item) return undefined;
  const { ownerId, keyId } = credentials.fromItem(item);
  const [owner, key] = await Promise.all([getOwner(table, ownerId), getApiKey(table, ownerId, keyId)]);
  return key && { owner, key };
}

/** A key of an account, or undefined. */
export async function getApiKey(table: Table, ownerId: string, id: string): Promise<ApiKey | undefined> {
  const item = await getItem(table, apiKeyKey(ownerId, id));
  return item && apiKeys.fromItem(item);
}

/** All keys of an account, live ones and others, the newest first. */
export async function listApiKeys(table: Table, ownerId: string): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': apiKeyKey(ownerId, '').pk },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    keys.push(...(page.Items ?? []).map((item) => apiKeys.fromItem(item)));
    start = page.LastEvaluatedKey;
  } while (start);
  return keys.sort((one, other) => other.createdAt - one.createdAt);
}

/** Ends a key for good, all or nothing. Throws `WriteConflict` when it is revoked, or was stopped, meanwhile. */
export async function revokeApiKey(
  table: Table,
  { key, account, now }: { key: ApiKey; account: Pick<Account, 'epoch'>; now: Instant },
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
  // A key of an earlier epoch is no longer counted.
  const counted = key.epoch === account.epoch ? [liveKeysItem(table, key, -1)] : [];
  await transact(table, [revoked, unknown, ...counted]);
}

/** Notes the first use of a key in an hour. Throws `WriteConflict` where another call noted it. */
export async function noteUse(table: Table, { ownerId, id }: ApiKey, now: Instant): Promise<void> {
  await changeItem(table, apiKeyKey(ownerId, id), {
    UpdateExpression: 'SET lastUsedAt = :now',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :hour)',
    ExpressionAttributeValues: { ':now': now, ':hour': hourOf(now) },
  });
}
