import { hashOf } from '../../adapters/ids.ts';
import type { FeedScope } from '../../domain/feed/feed-scope.ts';
import { getItem, newItem } from '../items.ts';
import { credentialHashOf, spaceIdOf, tokenKindOf } from '../key-parts.ts';
import { feedTokenKey, ingestTokenKey, spaceTokenKey, type Key } from '../keys.ts';
import { always, recordKind, sparse } from '../record.ts';
import { ownerOfSpace } from '../owners.ts';
import { deleteItemOf } from '../delete-items.ts';
import { stillOwnedItem } from './owner-counters.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** The two tokens of a space that are shown again: what jobs register under, and what opens its status feed. */
export type SpaceTokenKind = 'ingest' | 'feed';

/** A token of a space. Its text is derived from a space and the version; only its hash is stored. */
export interface SpaceToken {
  kind: SpaceTokenKind;
  spaceId: string;
  version: number;
  hash: string;
  /** Outlives rotations: what an ingest key creates is named by it. */
  salt: string;
  /** The space that its text is derived from, where that is not this one: a claim brought the token here. */
  spelledBy: string | null;
  /** What a feed shows: its space alone, or all spaces of whoever owns it. An ingest key creates in its space. */
  scope: FeedScope;
}

/** How a token is stored beside its space, to be shown and rotated. */
const tokens = recordKind<SpaceToken, 'kind' | 'spaceId'>({
  key: ({ spaceId, kind }) => spaceTokenKey(spaceId, kind),
  inKey: { kind: tokenKindOf, spaceId: spaceIdOf },
  fields: { version: always, hash: always, salt: always, scope: sparse('space'), spelledBy: null },
});

/** How a token is stored by its hash, for those who come with it. */
const credentials = {
  ingest: credentialKind(ingestTokenKey),
  feed: credentialKind(feedTokenKey),
} satisfies Record<SpaceTokenKind, unknown>;

function credentialKind(key: (hash: string) => Key) {
  return recordKind<Omit<SpaceToken, 'kind' | 'version' | 'spelledBy'>, 'hash'>({
    key: ({ hash }) => key(hash),
    inKey: { hash: credentialHashOf },
    fields: { spaceId: always, salt: always, scope: sparse('space') },
  });
}

function tokenKey(kind: SpaceTokenKind, hash: string): Key {
  return kind === 'ingest' ? ingestTokenKey(hash) : feedTokenKey(hash);
}

/** What a token opens. */
export type TokenScope = Pick<SpaceToken, 'spaceId' | 'salt' | 'scope'>;

/** What a token opens, or undefined for one that is unknown, rotated or of the other kind. Read consistently, unless not asked to be. */
export async function scopeOfToken(
  table: Table,
  kind: SpaceTokenKind,
  hash: string,
  options?: { consistent: boolean },
): Promise<TokenScope | undefined> {
  const item = await getItem(table, tokenKey(kind, hash), options);
  return item && credentials[kind].fromItem(item);
}

const FEED_TOKEN = /^[0-9A-Za-z]{43}$/;

/**
 * The spaces that the token of a feed opens, or undefined for one that is unknown, rotated or malformed. What a feed may show is
 * stored with its token: one given away as that of a single space goes on showing that space, whoever owns it by now and
 * whatever else they have.
 */
export async function spacesOfFeed(table: Table, token: string): Promise<string[] | undefined> {
  const opened = FEED_TOKEN.test(token) ? await scopeOfToken(table, 'feed', hashOf(token)) : undefined;
  if (opened?.scope !== 'owner') return opened && [opened.spaceId];
  return (await ownerOfSpace(table, opened.spaceId))?.spaces;
}

export async function getSpaceToken(
  table: Table,
  kind: SpaceTokenKind,
  spaceId: string,
): Promise<SpaceToken | undefined> {
  const item = await getItem(table, spaceTokenKey(spaceId, kind));
  return item && tokens.fromItem(item);
}

/**
 * Puts a token in the place of the one before, if any, with `besides`, all or nothing. Throws `WriteConflict` when that changed, or when
 * the space is no longer the owner's.
 */
export async function replaceSpaceToken(
  table: Table,
  ownerId: string,
  before: SpaceToken | undefined,
  token: SpaceToken,
  besides: readonly TransactItem[] = [],
): Promise<void> {
  const owned = stillOwnedItem(table, { ownerId, spaceId: token.spaceId });
  await transact(table, [owned, ...tokenItems(table, before, token), ...besides]);
}

/** The same as part of a transaction that looks after whose the space is. */
export function tokenItems(table: Table, before: SpaceToken | undefined, token: SpaceToken): TransactItem[] {
  const { kind, spaceId, hash } = token;
  const condition = before
    ? { ConditionExpression: 'version = :seen', ExpressionAttributeValues: { ':seen': before.version } }
    : { ConditionExpression: 'attribute_not_exists(pk)' };
  const items: TransactItem[] = [
    {
      Put: {
        TableName: table.name,
        Item: tokens.toItem(token),
        ...condition,
      },
    },
    newItem(table, credentials[kind].toItem({ hash, spaceId, salt: token.salt, scope: token.scope })),
  ];
  if (before) items.push({ Delete: { TableName: table.name, Key: tokenKey(kind, before.hash) } });
  return items;
}

/**
 * Has a key that was made elsewhere open a space as an ingest key does, as part of a transaction. Refused where it opens
 * something already.
 */
export function foreignKeyItem(table: Table, opened: { hash: string; spaceId: string; salt: string }) {
  return newItem(table, credentials.ingest.toItem({ ...opened, scope: 'space' }));
}

/**
 * Brings a token that stays as it is beside another space, as part of a transaction. Refused when there is one of its
 * kind already.
 */
export function broughtTokenItem(table: Table, token: SpaceToken, spaceId: string): TransactItem {
  return newItem(table, tokens.toItem({ ...token, spaceId, spelledBy: token.spelledBy ?? token.spaceId }));
}

/** Takes a token from beside its space, and leaves it good. Refused when it was rotated. */
export function takenTokenItem(table: Table, { kind, spaceId, version }: SpaceToken): TransactItem {
  return {
    Delete: {
      TableName: table.name,
      Key: { ...spaceTokenKey(spaceId, kind) },
      ConditionExpression: 'version = :seen',
      ExpressionAttributeValues: { ':seen': version },
    },
  };
}

/** Ends a token, as part of a transaction. Refused when it was rotated. */
export function removedTokenItems(table: Table, token: SpaceToken): TransactItem[] {
  const Key = { ...tokenKey(token.kind, token.hash) };
  return [takenTokenItem(table, token), { Delete: { TableName: table.name, Key } }];
}

/** Ends a token that opens one of these spaces; one that opens another is somebody else's by now. */
export async function endTokenOf(
  table: Table,
  { kind, hash }: Pick<SpaceToken, 'kind' | 'hash'>,
  spaceIds: readonly string[],
): Promise<void> {
  const opened = await scopeOfToken(table, kind, hash);
  if (opened && spaceIds.includes(opened.spaceId))
    await deleteItemOf(table, tokenKey(kind, hash), ['spaceId', opened.spaceId]);
}

/** Has a token open another space from now on. Refused when it was rotated. */
export function reopenedTokenItem(table: Table, { kind, hash }: SpaceToken, spaceId: string): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...tokenKey(kind, hash) },
      UpdateExpression: 'SET spaceId = :space',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':space': spaceId },
    },
  };
}

/** That a space has no token of a kind, as part of a transaction. */
export function noTokenItem(table: Table, kind: SpaceTokenKind, spaceId: string): TransactItem {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...spaceTokenKey(spaceId, kind) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
