import * as z from 'zod';
import { alert } from '../alerts/alerts.ts';
import { changeEntry } from './change-log.ts';
import { drift } from './proposals.ts';
import { ping, deadlineSumSchema } from './monitor-output.ts';

const instant = z.iso.datetime();
const reason = z.enum(['silence', 'fail', 'too_long', 'threshold']);

const deadline = z
  .strictObject({
    last_ping_at: instant,
    ...deadlineSumSchema.shape,
    not_heard: z.strictObject({ from: instant, to: instant.nullable() }).nullable(),
    deadline_at: instant.meta({ description: '`counts_from` + `tolerance_sec` + `held_sec`.' }),
    late_sec: z.int().meta({ description: 'From then to `now`; 0 when it is ahead.' }),
    in_words: z.string().meta({ description: 'The sum as one sentence.' }),
  })
  .nullable()
  .meta({ description: 'Why the job is late, or when it will be; null before its first ping.' });

/** What a person or a program wants to know first of a job that is down. */
export const incidentPacket = z
  .strictObject({
    endpoint_id: z.string(),
    name: z.string(),
    tags: z.array(z.string()),
    now: instant,
    incident: z.strictObject({
      number: z.int(),
      reason,
      state: z.enum(['open', 'closed']),
      down_since: instant,
      down_sec: z.int(),
      closed_at: instant.nullable().meta({
        description: 'Null while it is open, or if its end was not recorded.',
      }),
      opened_at: instant.nullable().meta({ description: 'Null if the next check will open it.' }),
      alerts: z.int(),
      next_alert_at: instant
        .nullable()
        .meta({ description: 'If it lasts until then; null if nobody is notified.' }),
      exit_code: z.int().nullable().meta({ description: 'Of the failure, if the job reported one.' }),
      failures_in_a_row: z.int().nullable().meta({ description: 'Where several had to be.' }),
      maintenance: z.string().nullable().meta({ description: 'In which it began, by name.' }),
    }),
    maintenance: z
      .strictObject({ name: z.string(), until: instant })
      .nullable()
      .meta({ description: 'Maintenance in progress: it sends no new alerts until its end.' }),
    in_words: z.string().meta({ description: 'Why it is an incident, by the arithmetic of its reason.' }),
    state: z.enum(['ok', 'late', 'waiting', 'paused', 'inactive']),
    schedule: z.string().meta({ description: 'When a ping is expected, in words.' }),
    paused_until: instant.nullable(),
    deadline,
    open_runs: z.array(
      z.strictObject({ rid: z.string().nullable(), started_at: instant, too_long_at: instant.nullable() }),
    ),
    events: z
      .array(ping)
      .meta({ description: 'The last ten signals, of a closed one those up to its end, newest first.' }),
    output: z.strictObject({ event: z.string(), tail: z.string().nullable() }).nullable().meta({
      description:
        "The end of the job's last output, masked as in alerts: of its failure, or of the newest of `events` with a body.",
    }),
    deliveries: z.array(alert).meta({ description: 'The last 20 of this incident, newest first.' }),
    also_down: z
      .strictObject({
        total: z.int(),
        endpoints: z.array(
          z.strictObject({
            endpoint_id: z.string(),
            name: z.string(),
            tags: z.array(z.string()),
            number: z.int(),
            reason,
            down_since: instant,
          }),
        ),
      })
      .meta({
        description:
          'Your other monitors that went down in the same check or within five minutes of it, or that share a tag and were down at the same time, at most 12 hours apart; 20 are named, of 500 open incidents. For a closed one also those that recovered, of 500 more.',
      }),
    changes: z.array(changeEntry).meta({
      description: 'Changes of its settings since its last success, 20 at most, newest first.',
    }),
    hint: z.string().nullable().meta({ description: 'What is probably wrong with the schedule.' }),
    drifts: z.array(drift).meta({ description: 'How the job had changed before it; never an alert.' }),
    next_calls: z
      .array(
        z.strictObject({
          method: z.string(),
          path: z.string(),
          body: z.record(z.string(), z.unknown()).optional(),
          why: z.string(),
        }),
      )
      .meta({ description: 'Useful next calls, likeliest first.' }),
  })
  .meta({ id: 'IncidentPacket' });

export type IncidentPacket = z.infer<typeof incidentPacket>;
export type NextCall = IncidentPacket['next_calls'][number];
