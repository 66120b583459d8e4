import { LIMITS } from '../../limits.ts';

/** A slug that is to name other monitors than it did: one, several that share it and are told apart by nobody, or none. */
export interface SlugChange {
  slug: string;
  ids: readonly string[];
  seen: readonly string[];
}

/** So many monitors that share a slug are known, so that it names the last of them when the others are deleted. */
const SHARED_MAX = 10;
const SLUG = new RegExp(`^(?=.*[a-z0-9])[a-z0-9_-]{1,${LIMITS.checkSlugMaxChars}}$`);

/** The slug of a check, where jobs can ping by it. */
export function pingedSlug(slug: string | undefined): string | undefined {
  return slug !== undefined && SLUG.test(slug) ? slug : undefined;
}

/**
 * What changes of the slugs of a ping key by an import. What it says of a check is how it is; a monitor that it does not name
 * keeps the slug that it had, so that one which two of them have by now is ambiguous, as there.
 */
export function slugChanges(
  checks: readonly { id: string; slug: string | undefined }[],
  named: ReadonlyMap<string, readonly string[]>,
  isAlive: (id: string) => boolean,
): SlugChange[] {
  const listed = new Set(checks.map(({ id }) => id));
  const wanted = new Map<string, string[]>();
  const want = (slug: string, id: string) => {
    const ids = wanted.get(slug) ?? [];
    if (ids.length < SHARED_MAX) wanted.set(slug, [...ids, id]);
  };
  for (const [slug, ids] of named) for (const id of ids) if (!listed.has(id) && isAlive(id)) want(slug, id);
  for (const { id, slug } of checks) if (slug !== undefined) want(slug, id);
  const all = new Set([...named.keys(), ...wanted.keys()]);
  return [...all].flatMap((slug) => {
    const [seen, ids] = [named.get(slug) ?? [], (wanted.get(slug) ?? []).toSorted()];
    return seen.join() === ids.join() ? [] : [{ slug, ids, seen }];
  });
}

/**
 * What a slug names under each of an owner's ping keys once a monitor takes it: that one wherever nobody has it. Where each has
 * it, it is ambiguous, as there; to share it under a key of another project would keep its jobs from pinging. As it was where
 * nothing changes.
 */
export function takenSlug(
  id: string,
  named: readonly (readonly string[])[],
  isAlive: (id: string) => boolean,
): (readonly string[])[] {
  const others = named.map((ids) => ids.filter((each) => each !== id && isAlive(each)));
  const isFree = others.some(({ length }) => length === 0);
  return named.map((ids, at) => {
    const kept = others[at] ?? [];
    const isTaken = kept.length === 0 || (!isFree && kept.length < SHARED_MAX);
    const taken = [...kept, id].toSorted();
    return isTaken && taken.join() !== ids.join() ? taken : ids;
  });
}
