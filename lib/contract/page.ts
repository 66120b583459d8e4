import * as z from 'zod';
import { LIMITS } from '../domain/limits.ts';
import { field } from './field.ts';

/** How the next page of a list is asked for. */
export const cursor = field(z.string().min(1), {
  code: 'consulta_invalida',
  rule: 'the next_cursor of an earlier answer to the same query',
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
  })
    .optional()
    .meta({ description: 'only what is older than this instant; to continue, send next_cursor instead' }),
  cursor,
};

/** There while such a list goes on. */
export const nextCursor = z.string().optional().meta({
  description:
    'Present if there is more: send it as `cursor`. It separates entries of one millisecond, which `before` does not.',
});

/** There while a list of devices, or of what is collected of them, goes on. */
export const nextDevices = z
  .string()
  .optional()
  .meta({
    description: `Present if there is more, as in an account that claimed guests: send it as \`cursor\`. A page has up to ${LIMITS.devicesMax} devices.`,
  });
