import * as z from 'zod';
import { DEVICE_ID_FORM } from '../../domain/machines/devices/device.ts';
import { LIMITS } from '../../domain/limits.ts';
import { MEASURE_IDS, PROFILES, type MeasureProfile } from '../../domain/machines/measures/catalogue.ts';
import { PERIOD_IDS } from '../../domain/machines/collections/periods.ts';
import { collection, equipment, measures, pollAfterSecField, readings, series } from './collection-output.ts';
import { field } from '../field.ts';
import { input } from './input-output.ts';
import type { Operation } from '../operation.ts';
import { cursor, nextDevices } from '../page.ts';

const own = { area: 'collections', toolset: 'devices', auth: 'owner', status: 200 } as const;
const params = z.object({ id: z.string() });
const command = z.string().nullable();
const PROFILE_IDS = Object.keys(PROFILES) as MeasureProfile[];

const name = field(z.string(), {
  code: 'nome_invalido',
  missing: 'nome_obrigatorio',
  rule: `one line of 1 to ${LIMITS.deviceNameMaxChars} characters`,
});
const group = field(z.string(), {
  code: 'grupo_invalido',
  rule: `one line of up to ${LIMITS.deviceGroupMaxChars} characters, or null for none`,
});

const seriesQuery = {
  n: field(z.coerce.number().int().min(1).max(LIMITS.seriesMax), {
    code: 'consulta_invalida',
    rule: `a whole number of readings from 1 to ${LIMITS.seriesMax}, ${LIMITS.seriesDefault} without it`,
  }).optional(),
};

/** SPEC.md "Collections". */
export const collectionOperations = {
  listCollections: {
    ...own,
    auth: 'optional',
    method: 'GET',
    path: '/api/coletas',
    conditional: true,
    summary:
      'Lists what is collected from your devices, with the lines that send it, and what can be measured.',
    query: z.object({ cursor }),
    output: {
      json: z.strictObject({
        coletas: z.array(collection),
        equipamentos: z.array(equipment),
        inputs: z.array(input),
        medidas: measures,
        perfis: z.strictObject({ essentials: z.array(z.string()), completo: z.array(z.string()) }),
        note: z.string().optional().meta({ description: 'Where no credential was sent.' }),
        next_cursor: nextDevices,
      }),
    },
    errors: [],
  },
  createCollections: {
    ...own,
    method: 'POST',
    path: '/api/coletas',
    status: [201, 200],
    summary:
      'Collects one measure of a device that has reported, or the measures of a profile it supports; what is already collected stays.',
    hints: { idempotent: true },
    body: {
      json: z.strictObject({
        nome: name,
        grupo: group.nullish(),
        ambiente_id: field(z.string().regex(DEVICE_ID_FORM), {
          code: 'ambiente_invalido',
          rule: 'the id of a device, a UUID v4',
        }),
        medida: field(z.enum(MEASURE_IDS), {
          code: 'medida_invalida',
          rule: 'the id of a measure, as in `medidas` of GET /api/coletas',
        }).optional(),
        perfil: field(z.enum(PROFILE_IDS), {
          code: 'perfil_invalido',
          rule: `one of ${PROFILE_IDS.join(', ')}; it overrides medida`,
        }).nullish(),
      }),
    },
    output: {
      json: z.strictObject({
        coleta: collection,
        coletas: z.array(collection).max(LIMITS.collectionsPerCall),
      }),
    },
    errors: [
      'nome_obrigatorio', 'nome_invalido', 'grupo_invalido', 'ambiente_invalido', 'medida_invalida', 'perfil_invalido', 'campo_desconhecido',
      'not_found', 'ambiente_nao_detectado', 'limite_coletas', 'medida_incompativel',
    ], // prettier-ignore
  },
  listSeries: {
    ...own,
    method: 'GET',
    path: '/api/coletas/serie',
    conditional: true,
    summary: 'Returns the newest readings of all your devices, one series per measure.',
    query: z.object({ ...seriesQuery, cursor }),
    output: {
      json: z.strictObject({
        coletas: z.array(series),
        poll_after_sec: pollAfterSecField,
        next_cursor: nextDevices,
      }),
    },
    errors: ['indisponivel'],
  },
  getSeries: {
    ...own,
    method: 'GET',
    path: '/api/coletas/:id/serie',
    conditional: true,
    summary: 'Returns the newest readings of one collection, or single ones of a day, a week or a month.',
    params,
    query: z.object({
      ...seriesQuery,
      periodo: field(z.enum(PERIOD_IDS), {
        code: 'consulta_invalida',
        rule: 'dia, semana or mes: one reading in 10 minutes, an hour or 4 hours, in the place of the newest',
      }).optional(),
    }),
    output: {
      json: z.strictObject({ coleta: collection, leituras: readings, poll_after_sec: pollAfterSecField }),
    },
    errors: ['not_found', 'leitura_limitada', 'indisponivel'],
  },
  patchCollection: {
    ...own,
    method: 'PATCH',
    path: '/api/coletas/:id',
    summary: 'Renames a collection, or stops or resumes reading it; its id never changes.',
    params,
    body: {
      json: z.strictObject({
        nome: name.optional(),
        grupo: group.nullish(),
        ativa: field(z.boolean(), { code: 'ativa_invalida', rule: 'true or false' }).optional(),
      }),
    },
    output: { json: z.strictObject({ coleta: collection }) },
    errors: [
      'nome_obrigatorio',
      'nome_invalido',
      'grupo_invalido',
      'ativa_invalida',
      'campo_desconhecido',
      'not_found',
    ],
  },
  deleteCollection: {
    ...own,
    method: 'DELETE',
    path: '/api/coletas/:id',
    summary:
      'Ends a collection. The machine keeps sending until `instalar` replaces its line or `remover` removes it.',
    params,
    output: {
      json: z.strictObject({
        ok: z.literal(true),
        id: z.string(),
        deleted: z.literal(true),
        instalar: command.meta({ description: 'For the rest of the device; null if nothing is left.' }),
        conferir: command,
        remover: command,
      }),
    },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
