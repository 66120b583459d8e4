import * as z from 'zod';
import { schedulePreviewBody } from '../monitors/monitor-input.ts';
import type { Operation } from '../operation.ts';

const instant = z.iso.datetime();

const preview = z.strictObject({
  interval_sec: z.int().meta({ description: 'Of a schedule, the gap between its next two runs.' }),
  cron: z.string().nullable(),
  tz: z.string().nullable(),
  grace_sec: z.int().nullable().meta({ description: 'The one in force; null without a schedule.' }),
  fitting_grace_sec: z.int().nullable().meta({
    description: 'A grace that fits the gap between two runs; null without a schedule.',
  }),
  in_words: z.string().meta({ description: 'When a ping is expected, in English.' }),
  next_runs: z
    .array(
      z.strictObject({
        at: instant,
        local: z.string().meta({ description: 'What clocks in tz show then, with weekday and offset.' }),
        deadline_at: instant.meta({ description: 'Without a ping by then, the monitor is late.' }),
      }),
    )
    .meta({
      description:
        'The next ten. Without a schedule: the last moments for ten pings in a row after a ping now.',
    }),
  warnings: z
    .array(
      z.strictObject({
        kind: z.enum(['grace_longer_than_gap', 'both_day_fields', 'clock_change', 'few_runs']),
        detail: z.string().meta({ description: 'One sentence.' }),
      }),
    )
    .meta({ description: 'What is probably not meant this way.' }),
});

/** What a schedule means before a monitor has it. */
export const scheduleOperations = {
  previewSchedule: {
    area: 'monitors',
    method: 'POST',
    path: '/api/schedule/preview',
    auth: 'none',
    status: 200,
    summary:
      'Shows the next ten runs of a schedule or interval with their deadlines, in words, and what looks wrong.',
    hints: { readOnly: true, idempotent: true },
    body: { json: schedulePreviewBody },
    rules: {
      cron_ou_interval: 'Send either cron or interval_sec; tz and grace_sec go with cron.',
      cron_sem_ocorrencia: 'cron must have a run within 366 days.',
    },
    output: { json: preview },
    errors: [
      'intervalo_invalido',
      'cron_ou_interval',
      'cron_invalido',
      'tz_invalida',
      'grace_invalido',
      'cron_sem_ocorrencia',
      'campo_desconhecido',
    ],
  },
} as const satisfies Record<string, Operation>;
