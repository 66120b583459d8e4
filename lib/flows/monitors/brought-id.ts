import { hashOf } from '../../adapters/ids.ts';
import { Refusal } from '../../contract/errors.ts';
import { getCheckSlug } from '../../data/monitors/check-slugs.ts';
import { ownerOfSpace } from '../../data/owners.ts';
import type { Table } from '../../data/table.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';

/** The monitor that a slug of a ping key names, as long as it is of whoever owns the space of the key. */
export interface BroughtName {
  id: string;
  spaceId: string;
}

/**
 * What a slug of Healthchecks names under a ping key, which may be gone by now; undefined for any other
 * name. Throws 409 where several share the slug. Nothing is read for a key of ours.
 */
export async function broughtName(
  table: Table,
  { key, checkSlug: slug = '' }: { key: string; checkSlug?: string },
  options?: { consistent: boolean },
): Promise<BroughtName | undefined> {
  if (slug === '' || slug.length > LIMITS.checkSlugMaxChars || key.startsWith('hpk_')) return undefined;
  const named = await getCheckSlug(table, { keyHash: hashOf(key), slug }, options);
  const [id, another] = named?.ids ?? [];
  if (another !== undefined) throw new Refusal('conflito', 'ambiguous slug');
  return named && id !== undefined ? { id, spaceId: named.spaceId } : undefined;
}

/**
 * Whether a slug under a key of this space may name a monitor. An import that came to nothing leaves slugs of ids that were to be,
 * and whoever brings such an id later must not be pinged by them. Reads nothing where both are of one space.
 */
export async function isNameable(
  table: Table,
  spaceId: string,
  monitor: Pick<Monitor, 'spaceId'>,
): Promise<boolean> {
  return (
    spaceId === monitor.spaceId ||
    ((await ownerOfSpace(table, spaceId))?.spaces.includes(monitor.spaceId) ?? false)
  );
}
