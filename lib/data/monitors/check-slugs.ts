import type { Monitor } from '../../domain/monitors/monitor.ts';
import { changeItem, getItem } from '../items.ts';
import { monitorKey } from '../keys.ts';
import { queryPages, startingWith } from '../query-pages.ts';
import { CHECK_SLUG_PREFIX, checkSlugKey } from '../switch-keys.ts';
import type { Item, Table, TransactItem } from '../table.ts';

/** What a slug of Healthchecks names under one ping key: a monitor, or several that share it there. */
export interface CheckSlug {
  keyHash: string;
  slug: string;
  spaceId: string;
  ids: readonly string[];
}

/** The monitors that a slug names, and the space of its key. Read consistently, unless not asked to be. */
export async function getCheckSlug(
  table: Table,
  { keyHash, slug }: Pick<CheckSlug, 'keyHash' | 'slug'>,
  options?: { consistent: boolean },
): Promise<Pick<CheckSlug, 'spaceId' | 'ids'> | undefined> {
  const item = await getItem(table, checkSlugKey(keyHash, slug), options);
  return item && { spaceId: String(item['spaceId']), ids: idsOf(item) };
}

/** All slugs of a ping key, and what each names. */
export async function checkSlugsOf(table: Table, keyHash: string): Promise<Map<string, readonly string[]>> {
  const named = new Map<string, readonly string[]>();
  const { pk } = checkSlugKey(keyHash, '');
  for await (const items of queryPages(table, startingWith(pk, CHECK_SLUG_PREFIX)))
    for (const item of items) named.set(String(item['sk']).slice(CHECK_SLUG_PREFIX.length), idsOf(item));
  return named;
}

/** Has a slug name other monitors, or none, as part of a transaction. Refused where it does not name those that were `seen`. */
export function checkSlugItem(table: Table, after: CheckSlug, seen: readonly string[]): TransactItem {
  const { keyHash, slug, spaceId, ids } = after;
  const Key = { ...checkSlugKey(keyHash, slug) };
  const asSeen =
    seen.length === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'ids = :seen', ExpressionAttributeValues: { ':seen': seen } };
  const on = { TableName: table.name, ...asSeen };
  return ids.length === 0
    ? { Delete: { ...on, Key } }
    : { Put: { ...on, Item: { ...Key, spaceId, ids: [...ids] } } };
}

/** Notes by which slug of Healthchecks jobs ping a monitor by now. Throws `WriteConflict` where something else changed meanwhile. */
export async function noteCheckSlug(
  table: Table,
  { id, rev }: Pick<Monitor, 'id' | 'rev'>,
  slug: string | undefined,
): Promise<void> {
  await changeItem(table, monitorKey(id), {
    UpdateExpression:
      slug === undefined ? 'SET rev = :next REMOVE checkSlug' : 'SET rev = :next, checkSlug = :slug',
    ConditionExpression: 'rev = :rev',
    ExpressionAttributeValues: {
      ':rev': rev,
      ':next': rev + 1,
      ...(slug !== undefined && { ':slug': slug }),
    },
  });
}

const idsOf = ({ ids }: Item) => ids as readonly string[];
