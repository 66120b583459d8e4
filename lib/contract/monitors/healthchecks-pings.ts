import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { everySignal } from './every-signal.ts';
import { HEALTHCHECKS_PATH } from './ping-paths.ts';

const common = {
  ...everySignal,
  tag: 'switch',
  toolset: false,
  refusesInKind: true,
  query: z.object({
    rid: z.string().optional().meta({ description: 'Run id, a UUID; another value is refused with 400.' }),
  }),
  output: { contentType: 'text/plain; charset=utf-8' },
  answersWith: { 'Ping-Body-Limit': 'How many bytes of a body are kept.' },
  errors: ['not_found', 'exit_code_fora_da_faixa', 'valor_invalido', 'indisponivel'] satisfies ErrorCode[],
} as const satisfies Partial<Operation>;

const byKey = z.object({ pingKey: z.string(), slug: z.string() });
const create = common.query.extend({
  create: z.string().optional().meta({ description: '`1` makes the monitor where there is none: 201.' }),
});

/**
 * Pings as jobs of Healthchecks send them, with the bodies, codes and headers that its clients read. At the address of people
 * they stand at `/ping/…` and `/<uuid>` as there; here is where those lead (decisions/059).
 */
export const healthchecksPingOperations = {
  pingCheck: {
    ...common,
    path: `${HEALTHCHECKS_PATH}/:uuid`,
    summary: 'Records a success ping of the check of this UUID, as Healthchecks takes it at `/ping/<uuid>`.',
    params: z.object({ uuid: z.string() }),
  },
  signalCheck: {
    ...common,
    path: `${HEALTHCHECKS_PATH}/:check/:signal`,
    summary:
      'Records `start`, `fail`, `log` or an exit code of a UUID, or a success ping by ping key and slug, as Healthchecks does.',
    params: z.object({ check: z.string(), signal: z.string() }),
    query: create,
    status: [200, 201],
    errors: [...common.errors, 'slug_invalido', 'conflito'],
  },
  signalCheckBySlug: {
    ...common,
    path: `${HEALTHCHECKS_PATH}/:pingKey/:slug/:signal`,
    summary: 'Records `start`, `fail`, `log` or an exit code by ping key and slug, as Healthchecks does.',
    params: byKey.extend({ signal: z.string() }),
    query: create,
    status: [200, 201],
    errors: [...common.errors, 'slug_invalido', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
