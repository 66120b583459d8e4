import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { feedTokenKey, ingestTokenKey, spaceTokenKey, type Key } from './keys.ts';
import { transact, type Table, type TransactItem } from './table.ts';

/** The two tokens of a space that are shown again: what jobs register under, and what opens its status feed. */
export type SpaceTokenKind = 'ingest' | 'feed';

/** A token of a space. Its text is derived from the version; only its hash is stored. */
export interface SpaceToken {
  kind: SpaceTokenKind;
  spaceId: string;
  version: number;
  hash: string;
  /** Outlives rotations: what an ingest key creates is named by it. */
  salt: string;
}

function tokenKey(kind: SpaceTokenKind, hash: string): Key {
  return kind === 'ingest' ? ingestTokenKey(hash) : feedTokenKey(hash);
}

/** What a token opens, or undefined for one that is unknown, rotated or of the other kind. Read consistently. */
export async function scopeOfToken(
  table: Table,
  kind: SpaceTokenKind,
  hash: string,
): Promise<Pick<SpaceToken, 'spaceId' | 'salt'> | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: tokenKey(kind, hash), ConsistentRead: true }),
  );
  return item && { spaceId: String(item['spaceId']), salt: String(item['salt']) };
}

export async function getSpaceToken(
  table: Table,
  kind: SpaceTokenKind,
  spaceId: string,
): Promise<SpaceToken | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: spaceTokenKey(spaceId, kind), ConsistentRead: true }),
  );
  if (!item) return undefined;
  return {
    kind,
    spaceId,
    version: Number(item['version']),
    hash: String(item['hash']),
    salt: String(item['salt']),
  };
}

/** Puts a token in the place of the one before, if any, all or nothing. Throws `WriteConflict` when that changed. */
export async function replaceSpaceToken(
  table: Table,
  before: SpaceToken | undefined,
  token: SpaceToken,
): Promise<void> {
  const { kind, spaceId, version, hash, salt } = token;
  const condition = before
    ? { ConditionExpression: 'version = :seen', ExpressionAttributeValues: { ':seen': before.version } }
    : { ConditionExpression: 'attribute_not_exists(pk)' };
  const items: TransactItem[] = [
    {
      Put: {
        TableName: table.name,
        Item: { ...spaceTokenKey(spaceId, kind), version, hash, salt },
        ...condition,
      },
    },
    {
      Put: {
        TableName: table.name,
        Item: { ...tokenKey(kind, hash), spaceId, salt },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ];
  if (before) items.push({ Delete: { TableName: table.name, Key: tokenKey(kind, before.hash) } });
  await transact(table, items);
}
