import * as z from 'zod';
import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';
import { field } from './field.ts';

/** How the next page of a list is asked for. */
export const cursor = field(z.string().min(1), {
  code: 'consulta_invalida',
  rule: 'the next_cursor of an earlier answer',
}).optional();

/** How a list that grows is asked for, newest first. */
export const pageQuery = {
  limit: field(z.coerce.number().int().min(1).max(LIMITS.eventsMax), {
    code: 'consulta_invalida',
    rule: `a whole number from 1 to ${LIMITS.eventsMax}`,
  }).optional(),
  before: field(z.iso.datetime({ offset: true }), {
    code: 'consulta_invalida',
    rule: 'an instant in ISO 8601 such as 2027-01-31T06:00:00Z',
  }).optional(),
  cursor,
};

/** There while such a list goes on. */
export const nextCursor = z.string().optional().meta({
  description:
    'There when there is more: send it as `cursor`. It keeps apart entries of one millisecond, which `before` does not.',
});

/** A part of a list: at most `limit` entries from before an instant. */
export interface Page {
  limit: number;
  before: Instant;
  now: Instant;
}

/** The page a query asks for; without `before` it is the newest. */
export function pageOf(
  query: { limit?: number | undefined; before?: string | undefined },
  now: Instant,
): Page {
  const before = query.before === undefined ? now + 1 : Date.parse(query.before);
  return { limit: query.limit ?? LIMITS.eventsDefault, before, now };
}

/** The entries of a page out of what was read, one more than the page holds; `last` where the list goes on. */
export function cutPage<T>(read: readonly T[], limit: number): { entries: T[]; last: T | undefined } {
  const entries = read.slice(0, limit);
  return { entries, last: read.length > limit ? entries.at(-1) : undefined };
}
