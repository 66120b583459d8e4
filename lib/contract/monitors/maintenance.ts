import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { field } from '../field.ts';
import { nameField, tagsField } from './monitor-input.ts';
import type { Operation } from '../operation.ts';

const instant = z.iso.datetime();
const occurrence = z.strictObject({ from: instant, until: instant });

const maintenanceWindow = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    tags: z.array(z.string()).meta({ description: 'Of the monitors that it is for; empty for all of them.' }),
    from: instant.nullable(),
    until: instant.nullable(),
    cron: z.string().nullable(),
    tz: z.string().nullable(),
    length_sec: z.int().nullable(),
    open: z.boolean(),
    next: occurrence
      .nullable()
      .meta({ description: 'The time that is open or comes next; null when it is over.' }),
    created_at: instant,
  })
  .meta({ id: 'MaintenanceWindow' });

export type MaintenanceWindowView = z.infer<typeof maintenanceWindow>;

const code = 'manutencao_invalida';
const moment = () => field(z.iso.datetime({ offset: true }), { code, rule: 'an instant in ISO 8601' });
const lengthSec = field(z.int().min(60).max(LIMITS.maintenanceMaxSec), {
  code,
  rule: `a whole number of seconds from 60 to ${LIMITS.maintenanceMaxSec}`,
});

const own = { area: 'monitors', toolset: 'fleet', auth: 'owner', status: 200 } as const;

/** When work is expected to stand still: nothing new is told of the monitors meanwhile. */
export const maintenanceOperations = {
  listMaintenance: {
    ...own,
    method: 'GET',
    path: '/api/maintenance',
    summary: 'Lists your windows of maintenance with the time that is open or comes next.',
    output: { json: z.strictObject({ windows: z.array(maintenanceWindow) }) },
    errors: [],
  },
  createMaintenance: {
    ...own,
    method: 'POST',
    path: '/api/maintenance',
    status: 201,
    summary: `Plans maintenance, once (from, until) or again and again (cron, length_sec): what falls silent or fails in it is told at its end if it still is; at most ${LIMITS.maintenanceWindowsMax}.`,
    body: {
      json: z.strictObject({
        name: nameField,
        tags: tagsField.nullish(),
        from: moment().optional(),
        until: moment().optional(),
        cron: field(z.string(), {
          code: 'cron_invalido',
          rule: 'a cron expression of five fields',
        }).optional(),
        tz: field(z.string(), { code: 'tz_invalida', rule: 'an IANA time zone, or UTC' }).optional(),
        length_sec: lengthSec.optional(),
      }),
    },
    rules: { cron_sem_ocorrencia: 'cron must have a run within 366 days.' },
    output: { json: maintenanceWindow },
    errors: ['nome_obrigatorio', 'nome_invalido', 'tags_invalidas', 'cron_invalido', 'tz_invalida', 'cron_sem_ocorrencia', code, 'campo_desconhecido', 'limite_manutencoes', 'conflito'], // prettier-ignore
  },
  deleteMaintenance: {
    ...own,
    method: 'DELETE',
    path: '/api/maintenance/:id',
    summary: 'Ends a window of maintenance; what waited for its end is told at the next check.',
    hints: { destructive: true, idempotent: true },
    params: z.object({ id: z.string() }),
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    errors: ['not_found', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
