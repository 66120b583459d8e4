import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { MEASURE_IDS } from '../../domain/machines/measures/catalogue.ts';
import { billingNote } from '../billing/billing-note.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { aviso } from './device-output.ts';

const measure = field(z.enum(MEASURE_IDS), {
  code: 'medida_invalida',
  rule: 'the id of a measure, as in `medidas` of GET /api/coletas',
});
const numberField = field(z.string(), {
  code: 'aviso_invalido',
  rule: 'the id of a number of the measure, as in its `painel`',
});
const value = field(z.number(), {
  code: 'aviso_invalido',
  rule: 'a number in the unit of the field',
});
const readings = field(z.int().min(1).max(LIMITS.alertAfterFailuresMax), {
  code: 'aviso_invalido',
  rule: `a whole number from 1 to ${LIMITS.alertAfterFailuresMax}, of readings in a row that must be beyond the value; 1 if left out`,
});

const sides = { acima: value.optional(), abaixo: value.optional() };
const own = { area: 'devices', auth: 'owner' } as const;

/** Not in the specification: a number of a machine that opens an incident. Its monitor is ended as any is, by DELETE /api/endpoints/:id. */
export const thresholdOperations = {
  createThreshold: {
    ...own,
    method: 'POST',
    path: '/api/ambientes/:id/avisos',
    status: 201,
    summary:
      'Makes a monitor of a number that a device sends: beyond the value it opens an incident, told as any. DELETE /api/endpoints/:id ends it.',
    hints: { idempotent: false },
    params: z.object({ id: z.string() }),
    body: {
      json: z.strictObject({ medida: measure, campo: numberField, ...sides, leituras: readings.optional() }),
    },
    bodyMaxBytes: LIMITS.deviceBodyMaxBytes,
    output: { json: z.strictObject({ aviso, billing: billingNote }) },
    charges: { skus: ['extra_endpoint', 'fast_interval'] },
    errors: [
      'medida_invalida', 'aviso_invalido', 'campo_desconhecido', 'not_found', 'aviso_sem_coleta', 'limite_avisos',
      'pagamento_necessario', 'limite_monitores', 'conflito',
    ], // prettier-ignore
  },
  patchThreshold: {
    ...own,
    method: 'PATCH',
    path: '/api/ambientes/:id/avisos/:monitor',
    status: 200,
    summary: 'Changes the value of a threshold, or its side; the next reading is held against that.',
    params: z.object({ id: z.string(), monitor: z.string() }),
    body: { json: z.strictObject(sides) },
    bodyMaxBytes: LIMITS.deviceBodyMaxBytes,
    output: { json: z.strictObject({ aviso }) },
    errors: ['aviso_invalido', 'campo_desconhecido', 'not_found', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
