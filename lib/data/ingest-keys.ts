import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { credentialKey, ingestKeyKey } from './keys.ts';
import { transact, type Table, type TransactItem } from './table.ts';

/** The ingest key of a space. Its text is derived from the version; only its hash is stored. */
export interface IngestKey {
  spaceId: string;
  version: number;
  hash: string;
  /** Names the monitors: ids are derived from it and the slug, so a slug keeps its monitor when the key rotates. */
  salt: string;
}

/** What an ingest key opens, or undefined for one that is unknown or rotated. */
export async function scopeOfIngestKey(
  table: Table,
  hash: string,
): Promise<Pick<IngestKey, 'spaceId' | 'salt'> | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: credentialKey(hash), ConsistentRead: true }),
  );
  return item?.['kind'] === 'ingest'
    ? { spaceId: String(item['spaceId']), salt: String(item['salt']) }
    : undefined;
}

export async function getIngestKey(table: Table, spaceId: string): Promise<IngestKey | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ingestKeyKey(spaceId), ConsistentRead: true }),
  );
  if (!item) return undefined;
  const { pk: _pk, sk: _sk, ...key } = item;
  return { spaceId, ...key } as IngestKey;
}

/** Puts a key in the place of the one before, if any, all or nothing. Throws `LostCondition` when that changed. */
export async function replaceIngestKey(
  table: Table,
  before: IngestKey | undefined,
  key: IngestKey,
): Promise<void> {
  const { spaceId, version, hash, salt } = key;
  const items: TransactItem[] = [
    {
      Put: {
        TableName: table.name,
        Item: { ...ingestKeyKey(spaceId), version, hash, salt },
        ...(before
          ? { ConditionExpression: 'version = :seen', ExpressionAttributeValues: { ':seen': before.version } }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      },
    },
    {
      Put: {
        TableName: table.name,
        Item: { ...credentialKey(hash), kind: 'ingest', spaceId, salt },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ];
  if (before) items.push({ Delete: { TableName: table.name, Key: credentialKey(before.hash) } });
  await transact(table, items);
}
