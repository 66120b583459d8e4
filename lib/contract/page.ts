import * as z from 'zod';
import type { Instant } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';
import { field } from './field.ts';

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
};

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
