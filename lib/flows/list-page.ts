import type * as z from 'zod';
import { hashOf } from '../adapters/ids.ts';
import { Refusal } from '../contract/errors.ts';
import { shown } from '../domain/decision.ts';
import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';

/** A list that grows, read from the newest entry on. */
export interface GrowingList<Entry, Position> {
  /** A cursor of one list opens no other. */
  id: string;
  /** How a position in the list is spelled in a cursor, and what `read` makes of it. */
  position: z.ZodType<Position>;
  positionOf(entry: Entry): readonly (string | number)[];
  /** At most `limit` entries from before an instant; with `olderThan` those behind that position. */
  read(part: { limit: number; before: Instant; now: Instant; olderThan?: Position }): Promise<Entry[]>;
}

/** What a caller asks of such a list; the newest page without `before` and `cursor`. */
interface PageQuery {
  limit?: number | undefined;
  before?: string | undefined;
  cursor?: string | undefined;
}

/** A page of a list, and how the next one is asked for where the list goes on. Throws 400 for a cursor that is none of its. */
export async function readPage<Entry, Position>(
  list: GrowingList<Entry, Position>,
  { limit = LIMITS.eventsDefault, before, cursor }: PageQuery,
  now: Instant,
): Promise<{ entries: Entry[]; next: { next_cursor?: string } }> {
  // One more than the page holds tells whether the list goes on.
  const read = await list.read({
    limit: limit + 1,
    before: before === undefined ? now + 1 : Date.parse(before),
    now,
    ...(cursor !== undefined && { olderThan: cursorPosition(cursor, [list.id], list.position).position }),
  });
  const entries = read.slice(0, limit);
  const last = read.length > limit ? entries.at(-1) : undefined;
  return {
    entries,
    next: last === undefined ? {} : { next_cursor: cursorText(list.id, list.positionOf(last)) },
  };
}

/**
 * The text of a position in the list of `listId`: opaque to the caller, of nothing that is not theirs already, and worth
 * nothing in another list.
 */
export function cursorText(listId: string, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([markOf(listId), ...position])).toString('base64url');
}

/** The position a cursor names, and in which of these lists. Throws 400 for what is no cursor of one of them. */
export function cursorPosition<T>(
  cursor: string,
  listIds: readonly string[],
  form: z.ZodType<T>,
): { listId: string; position: T } {
  const read = jsonOf(Buffer.from(cursor, 'base64url').toString());
  const [mark, ...rest] = Array.isArray(read) ? (read as unknown[]) : [];
  const listId = listIds.find((each) => markOf(each) === mark);
  const position = form.safeParse(rest);
  if (listId === undefined || !position.success) {
    throw new Refusal(
      'consulta_invalida',
      `cursor must be the next_cursor of an earlier answer to the same query; got ${shown(cursor)}.`,
    );
  }
  return { listId, position: position.data };
}

function markOf(listId: string): string {
  return hashOf(listId).slice(0, 12);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
