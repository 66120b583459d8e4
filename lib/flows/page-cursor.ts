import type * as z from 'zod';
import { hashOf } from '../adapters/ids.ts';
import { Refusal } from '../contract/errors.ts';
import { shown } from '../domain/decision.ts';

/**
 * The text of a place in the list of `listId`: opaque to the caller, of nothing that is not theirs already, and worth
 * nothing in another list.
 */
export function cursorText(listId: string, place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([markOf(listId), ...place])).toString('base64url');
}

/** The place a cursor names, and in which of these lists. Throws 400 for what is no cursor of one of them. */
export function cursorPlace<T>(
  cursor: string,
  listIds: readonly string[],
  form: z.ZodType<T>,
): { listId: string; place: T } {
  const read = jsonOf(Buffer.from(cursor, 'base64url').toString());
  const [mark, ...rest] = Array.isArray(read) ? (read as unknown[]) : [];
  const listId = listIds.find((each) => markOf(each) === mark);
  const place = form.safeParse(rest);
  if (listId === undefined || !place.success) {
    throw new Refusal(
      'consulta_invalida',
      `cursor must be the next_cursor of an earlier answer; got ${shown(cursor)}.`,
    );
  }
  return { listId, place: place.data };
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
