import * as z from 'zod';
import { SPACE_MONITOR_PREFIX } from '../data/keys.ts';
import type { ListPlace } from '../data/monitors/space-monitors.ts';
import { LIMITS } from '../domain/limits.ts';
import { cursorPlace, cursorText } from './list-page.ts';

/** Of what GET /api/endpoints answers: its cursors are as they always were. */
export const MONITOR_LIST = '';

/** The pointer or block by its name, and how many monitors of it are behind. */
const place = z.tuple([
  z.string().regex(/^\+?[0-9A-Za-z]{1,40}$/),
  z.int().min(1).max(LIMITS.crontabMaxLines),
]);

/** The text of a place in the list of monitors, for the answer `of` what is asked. */
export function listCursor(of: string, { spaceId, sk, taken }: ListPlace): string {
  return cursorText(of + spaceId, [sk.slice(SPACE_MONITOR_PREFIX.length), taken]);
}

/** The place a cursor names. Throws 400 for what is no cursor of a list of these spaces, or of another answer. */
export function listPlaceOf(of: string, cursor: string, spaceIds: readonly string[]): ListPlace {
  const lists = spaceIds.map((spaceId) => of + spaceId);
  const { listId, place: read } = cursorPlace(cursor, lists, place);
  const [name, taken] = read;
  return { spaceId: listId.slice(of.length), sk: SPACE_MONITOR_PREFIX + name, taken };
}
