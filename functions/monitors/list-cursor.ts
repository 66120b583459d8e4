import * as z from 'zod';
import { SPACE_MONITOR_PREFIX } from '../../lib/data/keys.ts';
import type { ListPlace } from '../../lib/data/space-monitors.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { cursorPlace, cursorText } from '../../lib/flows/page-cursor.ts';

/** The pointer or block by its name, and how many monitors of it are behind. */
const form = z.tuple([
  z.string().regex(/^\+?[0-9A-Za-z]{1,40}$/),
  z.int().min(1).max(LIMITS.crontabMaxLines),
]);

/** The text of a place in the list of monitors. */
export function cursorOf({ spaceId, sk, taken }: ListPlace): string {
  return cursorText(spaceId, [sk.slice(SPACE_MONITOR_PREFIX.length), taken]);
}

/** The place a cursor names. Throws 400 for what is no cursor of a list of these spaces. */
export function placeOf(cursor: string, spaceIds: readonly string[]): ListPlace {
  const { listId: spaceId, place } = cursorPlace(cursor, spaceIds, form);
  const [name, taken] = place;
  return { spaceId, sk: SPACE_MONITOR_PREFIX + name, taken };
}
