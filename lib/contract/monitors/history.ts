import * as z from 'zod';
import { changeEntry } from './change-log.ts';
import { field } from '../field.ts';
import { incidentPacket } from './incident-packet.ts';
import type { Operation } from '../operation.ts';
import { cursor, nextCursor, pageQuery } from '../page.ts';

const id = z.object({ id: z.string() });
const readToken = { token: z.string().optional().meta({ description: 'The monitor read token.' }) };
const instant = z.iso.datetime();

/** An incident as the history has it, and the monitor it is of. */
export const incidentEntry = z
  .strictObject({
    endpoint_id: z.string().meta({ description: 'The monitor.' }),
    name: z.string(),
    tags: z.array(z.string()),
    number: z.int().meta({ description: '1 for the first incident of the monitor; alerts carry the same.' }),
    reason: z.enum(['silence', 'fail', 'too_long', 'threshold']).meta({ description: 'Why it started.' }),
    state: z.enum(['open', 'closed']),
    down_since: instant.meta({ description: 'When it truly started, before the first alert.' }),
    opened_at: instant.meta({ description: 'When its first alert was decided.' }),
    closed_at: instant.nullable().meta({
      description:
        'The success that ended it, or the deletion; null while it is open, or if its end was not recorded.',
    }),
    downtime_sec: z.int().meta({
      description:
        'From `down_since` to its end, or until now; to its first alert if its end was not recorded.',
    }),
    alerts: z.int().meta({ description: 'How many alerts it has had.' }),
    maintenance: z.string().nullable().meta({ description: 'The maintenance in which it began, by name.' }),
  })
  .meta({ id: 'Incident' });

export type IncidentEntry = z.infer<typeof incidentEntry>;

/** A run: from its start, where one was signalled, to the ping or failure that ended it. */
export const runEntry = z
  .strictObject({
    id: z.string().nullable().meta({ description: 'Of the event that ended it; null while it runs.' }),
    outcome: z.enum(['success', 'fail', 'running']),
    started_at: instant.nullable().meta({ description: 'Null if its start was not signalled.' }),
    ended_at: instant.nullable(),
    duration_ms: z.int().nullable(),
    exit_code: z.int().nullable(),
    rid: z.string().nullable(),
    has_output: z.boolean().meta({ description: 'Whether GET …/events/:id/body has what the job sent.' }),
    maintenance: z.string().optional().meta({ description: 'The maintenance in which it ended, by name.' }),
  })
  .meta({ id: 'Run' });

export type RunEntry = z.infer<typeof runEntry>;

const month = z.strictObject({
  month: z.string().meta({ description: 'In UTC, such as 2027-03.' }),
  up_percent: z.number().nullable().meta({
    description: 'Of the monitored time, rounded down to thousandths; null before the first ping.',
  }),
  incidents: z.int().nullable().meta({ description: 'Those that began in it.' }),
  down_sec: z.int().nullable().meta({ description: 'Of all incidents in it, the open one until now.' }),
});

const day = z.strictObject({
  day: z.string().meta({ description: 'In UTC, such as 2027-03-31.' }),
  runs: z.int().meta({ description: 'Runs with a duration that ended on it.' }),
  p50_ms: z.int().meta({ description: 'The low median.' }),
  p95_ms: z.int(),
  max_ms: z.int(),
});

const own = { area: 'monitors', tag: 'history', status: 200 } as const;

/** What happened to monitors. */
export const historyOperations = {
  listIncidents: {
    ...own,
    method: 'GET',
    path: '/api/incidents',
    toolset: 'monitors',
    auth: 'owner',
    summary: 'Lists the incidents of your monitors: open ones first, then newest first.',
    query: z.object({
      limit: pageQuery.limit,
      cursor,
      state: field(z.enum(['open', 'closed']), {
        code: 'consulta_invalida',
        rule: 'open or closed',
      }).optional(),
      monitor: z.string().optional().meta({ description: 'The id of one monitor.' }),
      tag: z
        .array(z.string())
        .optional()
        .meta({ description: 'Repeatable; the monitor must carry all of them.' }),
    }),
    conditional: true,
    output: {
      json: z.strictObject({
        incidents: z.array(incidentEntry),
        next_cursor: z.string().optional().meta({
          description:
            'Present if there is more: send it as `cursor`, with the same filters. A call examines at most 500 incidents, so a page may be short or empty without being the last.',
        }),
      }),
    },
    errors: ['not_found'],
  },
  getIncident: {
    ...own,
    method: 'GET',
    path: '/api/endpoints/:id/incident',
    toolset: 'monitors',
    auth: 'owner',
    summary:
      'Explains an incident of one monitor: how its deadline adds up, last signals, deliveries, what else is down, changes, and what to call next.',
    params: id,
    query: z.object({
      number: field(z.coerce.number().int().min(1), {
        code: 'consulta_invalida',
        rule: 'the number of an incident, from 1 on',
      })
        .optional()
        .meta({ description: 'The open one without it.' }),
    }),
    output: { json: incidentPacket },
    errors: ['not_found'],
  },
  listRuns: {
    ...own,
    method: 'GET',
    path: '/api/endpoints/:id/runs',
    auth: 'hook',
    summary: 'Lists the runs of one monitor: running ones, then ended ones, newest first.',
    params: id,
    query: z.object({ ...readToken, ...pageQuery }),
    conditional: true,
    output: {
      json: z.strictObject({
        runs: z.array(runEntry),
        next_cursor: z.string().optional().meta({
          description:
            'Present if there is more: send it as `cursor`. A call examines at most 500 events, so a page may be short or empty without being the last.',
        }),
      }),
    },
    errors: ['not_found'],
  },
  listChanges: {
    ...own,
    method: 'GET',
    path: '/api/endpoints/:id/changes',
    auth: 'owner',
    summary: 'Lists the settings changes of one monitor, newest first: who, when, from what to what.',
    params: id,
    query: z.object(pageQuery),
    output: { json: z.strictObject({ changes: z.array(changeEntry), next_cursor: nextCursor }) },
    errors: ['not_found'],
  },
  getStats: {
    ...own,
    method: 'GET',
    path: '/api/endpoints/:id/stats',
    auth: 'hook',
    summary: 'Returns uptime and incidents of one monitor by month, and its run durations by day.',
    params: id,
    query: z.object(readToken),
    conditional: true,
    output: {
      json: z.strictObject({
        watched_from: instant.nullable().meta({
          description: 'Since when the months include incidents; null before the first check.',
        }),
        months: z.array(month).meta({
          description:
            'From the creation to now, 13 at most, oldest first; null figures of a month before `watched_from`.',
        }),
        days: z.array(day).meta({
          description:
            'The days with measured runs among the last 90 that are over, oldest first. A day appears seven hours after its end, the next time the monitor is processed.',
        }),
      }),
    },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
