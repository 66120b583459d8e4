import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { cursor } from '../page.ts';

const instant = z.iso.datetime();
const outcome = z.enum(['success', 'fail', 'running']);

const jobDay = z
  .strictObject({
    endpoint_id: z.string().meta({ description: 'The monitor.' }),
    name: z.string(),
    tags: z.array(z.string()),
    in_words: z.string().meta({ description: 'When a ping is expected, in English.' }),
    usual_ms: z.int().nullable().meta({ description: 'The median of the last runs; null of none.' }),
    usual_from: z.enum(['start', 'schedule']).nullable().meta({
      description: 'Whether that was measured from the start of the runs or from their scheduled times.',
    }),
    planned: z
      .array(
        z.strictObject({
          at: instant,
          state: z.enum([...outcome.options, 'coming', 'due', 'no_run', 'paused', 'unknown']).meta({
            description:
              'How the run of that time ended; `due` within its grace; `no_run` when none came; `unknown` before the job was heard of.',
          }),
        }),
      )
      .meta({ description: 'By the schedule of now; empty of an interval.' }),
    bands: z.array(z.strictObject({ from: instant, to: instant, runs: z.int(), every_sec: z.int() })).meta({
      description:
        'Where a job has more than 25 runs: first and last of them, by its schedule or, of an interval, as it ran.',
    }),
    runs: z
      .array(
        z.strictObject({
          outcome,
          started_at: instant.nullable(),
          ended_at: instant.nullable(),
          planned_at: instant.nullable().meta({ description: 'The scheduled time that it answers.' }),
        }),
      )
      .meta({ description: 'Beside `bands` those alone that were no success.' }),
    more_runs: z
      .boolean()
      .meta({ description: 'The day had more events than are looked at: these are the last.' }),
  })
  .meta({ id: 'JobDay' });

export type JobDayEntry = z.infer<typeof jobDay>;

/** All jobs of an owner on one day. */
export const dayOperations = {
  getDay: {
    area: 'monitors',
    tag: 'history',
    method: 'GET',
    path: '/api/day',
    throttle: 'bulk',
    toolset: false,
    auth: 'owner',
    status: 200,
    summary: 'Shows one day of your jobs: when each is due, what ran, and how long it usually takes.',
    query: z.object({
      limit: field(z.coerce.number().int().min(1).max(LIMITS.dayMonitorsMax), {
        code: 'consulta_invalida',
        rule: `a whole number from 1 to ${LIMITS.dayMonitorsMax}`,
      }).optional(),
      date: field(z.iso.date(), { code: 'consulta_invalida', rule: 'a date such as 2027-03-31' }).optional(),
      tz: z.string().optional().meta({ description: 'Whose day; UTC without it.' }),
      tag: z
        .array(z.string())
        .optional()
        .meta({ description: 'Repeatable; a monitor must carry all of them.' }),
      cursor,
    }),
    output: {
      json: z.strictObject({
        date: z.string(),
        tz: z.string(),
        from: instant,
        to: instant.meta({ description: '23 to 25 hours later.' }),
        endpoints: z.array(jobDay),
        next_cursor: z.string().optional().meta({
          description:
            'There when there is more: send it as `cursor`, with the same query. A page has 100 jobs at most; it may hold few or none and not be the last.',
        }),
      }),
    },
    errors: ['tz_invalida'],
  },
} as const satisfies Record<string, Operation>;
