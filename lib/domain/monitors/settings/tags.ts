import { accepted, refused, shown, type Decision } from '../../decision.ts';
import { LIMITS } from '../../limits.ts';

const TAG = new RegExp(`^[a-z0-9._-]{1,${LIMITS.tagMaxChars}}$`);

/** A tag as it is stored and compared, or null when it is none. */
export function normalTag(text: string): string | null {
  const tag = text.trim().toLowerCase();
  return TAG.test(tag) ? tag : null;
}

/** The parts of a comma-separated text; one that has none is a tag by itself, which is none. */
export function tagsIn(text: string): string[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  return parts.length === 0 ? [text] : parts;
}

/** Tags from a list or a comma-separated text: lower-cased, once each, sorted (SPEC.md "POST /api/endpoints", `tags`). */
export function monitorTags(sent: string[] | string): Decision<string[], 'tags_invalidas'> {
  const texts = typeof sent === 'string' ? sent.split(',').filter((text) => text.trim() !== '') : sent;
  const tags = new Set<string>();
  for (const text of texts) {
    const tag = normalTag(text);
    if (tag === null) {
      const rule = `1 to ${LIMITS.tagMaxChars} characters out of a-z 0-9 . _ -`;
      return refused('tags_invalidas', `Each of tags must have ${rule}; got ${shown(text)}.`);
    }
    tags.add(tag);
  }
  if (tags.size > LIMITS.tagsMax) {
    return refused('tags_invalidas', `tags must be at most ${LIMITS.tagsMax}; got ${tags.size}.`);
  }
  return accepted([...tags].sort());
}

/** Whether a monitor carries all of some tags; one that could not be stored matches nothing. */
export function hasTags({ tags }: { tags: readonly string[] }, wanted: readonly string[]): boolean {
  return wanted.every((text) => {
    const tag = normalTag(text);
    return tag !== null && tags.includes(tag);
  });
}
