import type { Instant } from '../../domain/instant.ts';
import type { SlugChange } from '../../domain/monitors/switch/check-slugs.ts';
import { deleteItemOf, partitionPages } from '../delete-items.ts';
import { changeItem, newItem, unlessRefused } from '../items.ts';
import { spaceIdOf } from '../key-parts.ts';
import { ingestTokenKey, type Key } from '../keys.ts';
import { checkSlugItem, type CheckSlug } from '../monitors/check-slugs.ts';
import { queryAll, startingWith } from '../query-pages.ts';
import { always, recordKind } from '../record.ts';
import { PING_KEY_PREFIX, pingKeyKey } from '../switch-keys.ts';
import { transact, type Item, type Table, type TransactItem } from '../table.ts';
import { stillOwnedItem } from './owner-counters.ts';
import { foreignKeyItem } from './space-tokens.ts';

/** A ping key of Healthchecks that a space took over: a further ingest key of its owner, of which the hash alone is kept. */
export interface PingKey {
  spaceId: string;
  hash: string;
  last4: string;
  addedAt: Instant;
  /** Since when it takes no slug any more; those that it has are on their way out, and it with them. */
  endedAt: Instant | null;
}

const pingKeys = recordKind<PingKey, 'spaceId' | 'hash'>({
  key: ({ spaceId, hash }) => pingKeyKey(spaceId, hash),
  inKey: { spaceId: spaceIdOf, hash: ({ sk }) => sk.slice(PING_KEY_PREFIX.length) },
  fields: { last4: always, addedAt: always, endedAt: null },
});

/** Slugs of one transaction, beside what it is conditional on. */
const SLUGS_AT_ONCE = 99;
/** Fewer than the connections that the SDK has. */
const DELETED_AT_ONCE = 25;

/** The ping keys of some spaces: ten at most of each. */
export async function listPingKeys(table: Table, spaceIds: readonly string[]): Promise<PingKey[]> {
  const found = await Promise.all(
    spaceIds.map((id) => queryAll(table, startingWith(pingKeyKey(id, '').pk, PING_KEY_PREFIX))),
  );
  return found.flat().map(pingKeys.fromItem);
}

/** Takes a key over, with `besides`. Throws `WriteConflict` where it opens something by now, or the space is another owner's. */
export async function addPingKey(
  table: Table,
  ownerId: string,
  { key, salt }: { key: PingKey; salt: string },
  besides: readonly TransactItem[] = [],
): Promise<void> {
  const { hash, spaceId } = key;
  await transact(table, [
    stillOwnedItem(table, { ownerId, spaceId }),
    newItem(table, pingKeys.toItem(key)),
    foreignKeyItem(table, { hash, spaceId, salt }),
    ...besides,
  ]);
}

/** That a key has not ended, as part of a transaction. */
export function livePingKeyItem(
  table: Table,
  { spaceId, hash }: Pick<PingKey, 'spaceId' | 'hash'>,
): TransactItem {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...pingKeyKey(spaceId, hash) },
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(endedAt)',
    },
  };
}

/**
 * Has slugs of a key name other monitors, one transaction after the other: they all look at the key. Throws `WriteConflict`, with a
 * part of them written, where it has ended or one was changed meanwhile.
 */
export async function writeCheckSlugs(
  table: Table,
  key: PingKey,
  changes: readonly SlugChange[],
): Promise<void> {
  const slugOf = ({ slug, ids }: SlugChange): CheckSlug => ({
    keyHash: key.hash,
    spaceId: key.spaceId,
    slug,
    ids,
  });
  for (let start = 0; start < changes.length; start += SLUGS_AT_ONCE) {
    const some = changes.slice(start, start + SLUGS_AT_ONCE);
    const items = some.map((change) => checkSlugItem(table, slugOf(change), change.seen));
    await transact(table, [livePingKeyItem(table, key), ...items]);
  }
}

/**
 * Ends a key, with `besides` at last: from now on it takes no slug, then those that it has go, and at last it. What is begun again goes on, and nobody
 * else can take the key before nothing of it is left.
 */
export async function endPingKey(
  table: Table,
  { spaceId, hash }: PingKey,
  now: Instant,
  besides: readonly TransactItem[],
): Promise<void> {
  const Key = { ...pingKeyKey(spaceId, hash) };
  const isThere = await unlessRefused(
    changeItem(table, Key, {
      UpdateExpression: 'SET endedAt = :now',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': now },
    }),
  );
  if (isThere) await endWhatKeyOpens(table, hash, [spaceId]);
  await transact(table, [{ Delete: { TableName: table.name, Key } }, ...besides]);
}

/** Removes what a key opens in these spaces: its slugs, and then what it is known by. */
export async function endWhatKeyOpens(
  table: Table,
  hash: string,
  spaceIds: readonly string[],
): Promise<void> {
  const credential = ingestTokenKey(hash);
  const remove = async ({ spaceId, ...key }: Key & Item) => {
    const of = String(spaceId);
    if (spaceIds.includes(of)) await deleteItemOf(table, key, ['spaceId', of]);
  };
  let last: (Key & Item) | undefined;
  for await (const items of partitionPages(table, credential.pk, ['spaceId'])) {
    last ??= items.find(({ sk }) => sk === credential.sk);
    const slugs = items.filter(({ sk }) => sk !== credential.sk);
    for (let start = 0; start < slugs.length; start += DELETED_AT_ONCE)
      await Promise.all(slugs.slice(start, start + DELETED_AT_ONCE).map(remove));
  }
  if (last) await remove(last);
}
