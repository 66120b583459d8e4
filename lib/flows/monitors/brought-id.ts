import { hashOf } from '../../adapters/ids.ts';
import { Refusal } from '../../contract/errors.ts';
import { idsOfCheckSlug } from '../../data/monitors/check-slugs.ts';
import type { Table } from '../../data/table.ts';
import { LIMITS } from '../../domain/limits.ts';

/**
 * The monitor that an import has for a slug of Healthchecks under its ping key, which may be gone by now; undefined for any other
 * name. Throws 409 where several share the slug. Nothing is read for a key of ours.
 */
export async function broughtId(
  table: Table,
  { key, checkSlug: slug = '' }: { key: string; checkSlug?: string },
  options?: { consistent: boolean },
): Promise<string | undefined> {
  if (slug === '' || slug.length > LIMITS.checkSlugMaxChars || key.startsWith('hpk_')) return undefined;
  const [id, another] = await idsOfCheckSlug(table, { keyHash: hashOf(key), slug }, options);
  if (another !== undefined) throw new Refusal('conflito', 'ambiguous slug');
  return id;
}
