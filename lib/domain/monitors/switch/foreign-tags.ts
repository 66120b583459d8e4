import { LIMITS } from '../../limits.ts';
import { normalTag } from '../settings/tags.ts';

/** The tags of another service as far as they can be tags here, small and at most eight, and what was lost of them. */
export function tagsOf(tags: readonly string[]): {
  kept: string[];
  lost: { field: string; detail: string }[];
} {
  const sent = tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
  const fitting = sent.map(normalTag).filter((tag) => tag !== null);
  const kept = [...new Set(fitting)].slice(0, LIMITS.tagsMax);
  const gone = sent.filter((tag) => !kept.includes(tag.toLowerCase()));
  const detail = `Tags are ${LIMITS.tagsMax} at most, of a-z 0-9 . _ - and ${LIMITS.tagMaxChars} characters; left out: ${gone.slice(0, 5).join(' ').slice(0, 200)}.`;
  return { kept, lost: gone.length === 0 ? [] : [{ field: 'tags', detail }] };
}
