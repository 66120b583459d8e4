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
    tags: z.array(z.string()).meta({ description: 'Tags of the monitors it is for; empty for all.' }),
    from: instant.nullable(),
    until: instant.nullable(),
    cron: z.string().nullable(),
    tz: z.string().nullable(),
    length_sec: z.int().nullable(),
    open: z.boolean(),
    next: occurrence.nullable().meta({ description: 'The current or next time; null when it is over.' }),
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
    summary: 'Lists your maintenance windows with their current or next time.',
    output: { json: z.strictObject({ windows: z.array(maintenanceWindow) }) },
    errors: [],
  },
  createMaintenance: {
    ...own,
    method: 'POST',
    path: '/api/maintenance',
    status: 201,
    summary: `Plans maintenance, once (from, until) or repeatedly (cron, length_sec): jobs that go silent or fail during it alert at its end if they still do; at most ${LIMITS.maintenanceWindowsMax}.`,
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
    summary: 'Ends a maintenance window; alerts that waited are sent at the next check.',
    hints: { destructive: true, idempotent: true },
    params: z.object({ id: z.string() }),
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    errors: ['not_found', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
