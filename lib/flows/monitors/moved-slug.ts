import { listPingKeys, livePingKeyItem, type PingKey } from '../../data/accounts/ping-keys.ts';
import { checkSlugItem, getCheckSlug } from '../../data/monitors/check-slugs.ts';
import { getMonitors } from '../../data/monitors/monitors.ts';
import type { Table, TransactItem } from '../../data/table.ts';
import { takenSlug } from '../../domain/monitors/switch/check-slugs.ts';

/** By which slug jobs ping a monitor under the ping keys of its owner, before and after; undefined where by none. */
export interface SlugMove {
  id: string;
  before?: string | undefined;
  after?: string | undefined;
}

/** The oldest of an owner: what is written for them, three items each, fits the transaction that it belongs to. */
const KEYS_MAX = 20;

/**
 * Has a monitor be named by another slug under the ping keys in the spaces of its owner, or by none, as part of the transaction
 * that changes it. Nothing is read where it stays.
 */
export async function movedSlugItems(
  table: Table,
  spaces: readonly string[],
  { id, before, after }: SlugMove,
): Promise<TransactItem[]> {
  if (before === after) return [];
  const keys = (await listPingKeys(table, spaces))
    .filter(({ endedAt }) => endedAt === null)
    .sort((one, other) => one.addedAt - other.addedAt)
    .slice(0, KEYS_MAX);
  const [left, taken] = await Promise.all([
    leftItems(table, keys, id, before),
    takenItems(table, keys, id, after),
  ]);
  return [...left, ...taken];
}

async function leftItems(table: Table, keys: readonly PingKey[], id: string, slug: string | undefined) {
  if (slug === undefined) return [];
  const named = await namedUnder(table, keys, slug);
  return named
    .filter(({ seen }) => seen.includes(id))
    .map(({ seen, ...key }) =>
      checkSlugItem(table, { ...key, slug, ids: seen.filter((each) => each !== id) }, seen),
    );
}

async function takenItems(table: Table, keys: readonly PingKey[], id: string, slug: string | undefined) {
  if (slug === undefined) return [];
  const named = await namedUnder(table, keys, slug);
  const others = await getMonitors(table, [...new Set(named.flatMap(({ seen }) => seen))]);
  const alive = new Set(others.filter(({ active }) => active).map((each) => each.id));
  const taken = takenSlug(
    id,
    named.map(({ seen }) => seen),
    (each) => alive.has(each),
  );
  return named.flatMap(({ seen, keyHash, spaceId }, at) => {
    const ids = taken[at] ?? seen;
    if (ids === seen) return [];
    const after = { keyHash, spaceId, slug, ids };
    return [livePingKeyItem(table, { hash: keyHash, spaceId }), checkSlugItem(table, after, seen)];
  });
}

function namedUnder(table: Table, keys: readonly PingKey[], slug: string) {
  return Promise.all(
    keys.map(async ({ hash: keyHash, spaceId }) => {
      const found = await getCheckSlug(table, { keyHash, slug });
      return { keyHash, spaceId, seen: found?.ids ?? [] };
    }),
  );
}
