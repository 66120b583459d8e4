import * as z from 'zod';
import { SPACE_MONITOR_PREFIX } from '../data/keys.ts';
import type { ListPosition } from '../data/monitors/space-monitors.ts';
import { LIMITS } from '../domain/limits.ts';
import { cursorPosition, cursorText } from './list-page.ts';

/** Of what GET /api/endpoints answers: its cursors are as they always were. */
export const MONITOR_LIST = '';

/** The pointer or block by its name, and how many monitors of it are behind. */
const position = z.tuple([
  z.string().regex(/^\+?[0-9A-Za-z]{1,40}$/),
  z.int().min(1).max(LIMITS.crontabMaxLines),
]);

/** The text of a position in the list of monitors, for the answer `of` what is asked. */
export function listCursor(of: string, { spaceId, sk, taken }: ListPosition): string {
  return cursorText(of + spaceId, [sk.slice(SPACE_MONITOR_PREFIX.length), taken]);
}

/** The position a cursor names. Throws 400 for what is no cursor of a list of these spaces, or of another answer. */
export function listPositionOf(of: string, cursor: string, spaceIds: readonly string[]): ListPosition {
  const lists = spaceIds.map((spaceId) => of + spaceId);
  const { listId, position: read } = cursorPosition(cursor, lists, position);
  const [name, taken] = read;
  return { spaceId: listId.slice(of.length), sk: SPACE_MONITOR_PREFIX + name, taken };
}
