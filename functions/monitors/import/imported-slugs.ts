import { Refusal } from '../../../lib/contract/errors.ts';
import { shown } from '../../../lib/domain/decision.ts';
import { normalSlug } from '../../../lib/domain/monitors/settings/slug.ts';

/**
 * The slug of each entry, null where it has none. Throws 400 for one of which nothing is left, and for two that are one
 * name to the ingest key.
 */
export function slugsOf(entries: readonly { slug?: string | null | undefined }[]): (string | null)[] {
  const first = new Map<string, number>();
  return entries.map(({ slug: sent }, index) => {
    if (sent === null || sent === undefined) return null;
    const slug = normalSlug(sent);
    if (slug === '') {
      throw new Refusal(
        'slug_invalido',
        `monitors[${index}].slug must keep a letter or digit out of a-z 0-9; got ${shown(sent)}.`,
      );
    }
    const before = first.get(slug);
    if (before !== undefined) {
      throw new Refusal(
        'slug_repetido',
        `monitors[${index}].slug must be unique; ${shown(sent)} is ${shown(slug)}, as is that of monitors[${before}].`,
      );
    }
    first.set(slug, index);
    return slug;
  });
}
