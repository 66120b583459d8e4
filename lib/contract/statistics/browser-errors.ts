import * as z from 'zod';
import { ERROR_ORDERS } from '../../domain/statistics/browser-errors/error-groups.ts';
import { cut, ERROR_LIMITS } from '../../domain/statistics/browser-errors/browser-error.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { cursor, nextCursor } from '../page.ts';

/** A longer text is kept as far as it may be: the error that it tells of is worth more than its end. */
const text = (max: number) =>
  z
    .string()
    .overwrite((sent) => cut(sent, max))
    .max(max)
    .nullish();

const position = z.int().nullish();

const report = z.object({
  code: z
    .string()
    .regex(/^UI-[A-Za-z0-9]{1,40}$/)
    .meta({ description: 'What kind of error it is.', examples: ['UI-PROMISE'] }),
  phase: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,39}$/)
    .meta({ description: 'What the page was doing.', examples: ['load'] }),
  path: text(ERROR_LIMITS.pathMaxChars),
  message: text(ERROR_LIMITS.messageMaxChars),
  stack: text(ERROR_LIMITS.stackMaxChars),
  source: text(ERROR_LIMITS.pathMaxChars),
  line: position,
  column: position,
  visivel: z.boolean().nullish(),
});

const count = z.int().min(0);
const textOrNull = z.string().nullable();

const group = z
  .strictObject({
    id: z.string(),
    code: z.string(),
    phase: z.string(),
    path: textOrNull,
    message: textOrNull,
    stack: textOrNull,
    source: textOrNull,
    line: z.int().nullable(),
    column: z.int().nullable(),
    visivel: z.boolean().nullable(),
    browser: z.string(),
    count,
    first_at: z.iso.datetime(),
    last_at: z.iso.datetime(),
  })
  .meta({
    description:
      'An error and its reports: redacted, instants to the minute, `visivel` and `browser` of the newest.',
  });

export type ErrorGroupView = z.infer<typeof group>;

/** What pages report of their errors, and what the operator reads of them (SPEC.md "POST /api/erro-cliente"). */
export const browserErrorOperations = {
  reportBrowserError: {
    area: 'statistics',
    method: 'POST',
    path: '/api/erro-cliente',
    auth: 'none',
    status: 204,
    summary: 'Records an error in a page; answers 204 whatever was sent.',
    toolset: false,
    body: { json: report },
    anyContentType: true,
    headers: ['user-agent'],
    neverRefuses: true,
    output: { empty: true },
    errors: [],
  },
  getBrowserErrors: {
    area: 'statistics',
    method: 'GET',
    path: '/api/erro-cliente/resumo',
    auth: 'operator',
    status: 200,
    summary: `The errors that pages reported in the last ${ERROR_LIMITS.summaryDays} days, for the operator.`,
    toolset: false,
    query: z.object({
      key: z.string().optional().meta({ description: 'The operator token.' }),
      order: field(z.enum(ERROR_ORDERS), {
        code: 'consulta_invalida',
        rule: `one of ${ERROR_ORDERS.join(', ')}`,
      }).optional(),
      limit: field(z.coerce.number().int().min(1).max(ERROR_LIMITS.pageMax), {
        code: 'consulta_invalida',
        rule: `a whole number from 1 to ${ERROR_LIMITS.pageMax}`,
      }).optional(),
      cursor,
    }),
    output: {
      json: z.strictObject({
        days: z
          .array(z.strictObject({ day: z.iso.date(), reports: count, groups: count, dropped: count }))
          .meta({ description: 'Oldest first; `dropped` reports had no place.' }),
        groups: z.array(group),
        next_cursor: nextCursor,
      }),
    },
    errors: [],
  },
} as const satisfies Record<string, Operation>;
