import * as z from 'zod';
import { MONITORED } from '../../domain/machines/collectors/collector.ts';
import { field } from '../field.ts';
import { collectorId, input, setup } from './input-output.ts';
import type { Operation } from '../operation.ts';

const collector = field(collectorId, {
  code: 'coletor_invalido',
  rule: `one of ${collectorId.options.join(', ')}`,
});
const monitoring = field(z.array(z.enum(MONITORED)).min(1).max(MONITORED.length), {
  code: 'monitoramento_invalido',
  rule: `a list of ${MONITORED.join(', ')}; system is host, disk and network`,
});
const paused = field(z.boolean(), { code: 'paused_invalido', rule: 'true or false' });

const own = { area: 'devices', auth: 'owner', status: 200 } as const;
const device = z.object({ id: z.string() });
const channel = z.object({ id: z.string(), collector: z.string() });
const withSetup = {
  json: z.strictObject({ channel: input, setup, generatedAt: z.iso.datetime() }),
} as const;

/** SPEC.md `POST /api/ambientes/:id/inputs`, and what it leaves out: the list, the saved setup, a change and the removal. */
export const inputOperations = {
  createInput: {
    ...own,
    method: 'POST',
    path: '/api/ambientes/:id/inputs',
    // Rotated: 200.
    status: [201, 200],
    summary:
      'Lets a collector of a device send its numbers and returns its setup; for the same collector again, replaces its credential.',
    hints: { destructive: true },
    params: device,
    body: { json: z.strictObject({ collector, monitoring }) },
    output: withSetup,
    secrets: ['setup'],
    errors: [
      'coletor_invalido',
      'monitoramento_invalido',
      'campo_desconhecido',
      'not_found',
      'nada_a_medir',
      'conflito',
    ],
  },
  listInputs: {
    ...own,
    method: 'GET',
    path: '/api/ambientes/:id/inputs',
    conditional: true,
    summary: 'Lists the collectors that send for a device, each with its latest numbers.',
    params: device,
    output: { json: z.strictObject({ inputs: z.array(input) }) },
    errors: ['not_found'],
  },
  getInputSetup: {
    ...own,
    method: 'GET',
    path: '/api/ambientes/:id/inputs/:collector/setup',
    summary:
      'Shows the setup of a collector again, with a placeholder for its credential, which is shown once.',
    params: channel,
    output: withSetup,
    errors: ['not_found'],
  },
  patchInput: {
    ...own,
    method: 'PATCH',
    path: '/api/ambientes/:id/inputs/:collector',
    summary: 'Pauses or resumes a channel, or changes what it measures; its credential stays.',
    params: channel,
    body: { json: z.strictObject({ paused: paused.optional(), monitoring: monitoring.optional() }) },
    output: { json: z.strictObject({ channel: input }) },
    errors: [
      'paused_invalido',
      'monitoramento_invalido',
      'campo_desconhecido',
      'not_found',
      'nada_a_medir',
      'conflito',
    ],
  },
  deleteInput: {
    ...own,
    method: 'DELETE',
    path: '/api/ambientes/:id/inputs/:collector',
    summary: 'Removes a channel; what its collector sends afterwards is refused.',
    params: channel,
    output: { json: z.strictObject({ ok: z.literal(true), id: z.string(), deleted: z.literal(true) }) },
    errors: ['not_found', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
