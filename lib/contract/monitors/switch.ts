import * as z from 'zod';
import { SKUS } from '../../domain/billing/allowance.ts';
import { LIMITS } from '../../domain/limits.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { importCosts, importQuery } from './every-import.ts';

const seconds = z.int().min(0).max(4_294_967_295).optional();
const text = z.string().max(2_000).optional();
const flag = z.boolean().optional();

/** A check as Healthchecks lists it. Its other fields say nothing that an import looks at. */
const check = z.looseObject({
  name: text, slug: text, tags: text, desc: z.string().optional(), uuid: text, ping_url: text, timeout: seconds, grace: seconds, schedule: text,
  tz: text, status: text, methods: text, channels: z.string().optional(), manual_resume: flag, filter_subject: flag, filter_body: flag,
  filter_http_body: flag,
}); // prettier-ignore

const place = { index: z.int().meta({ description: 'Of the entry in `checks`, from 0.' }), name: z.string() };
const known = { ...place, id: z.string(), uuid: z.string() };

/** What is brought along from other services (decisions/059). */
export const switchOperations = {
  importHealthchecks: {
    area: 'monitors',
    method: 'POST',
    path: '/api/import/healthchecks',
    throttle: 'bulk',
    toolset: false,
    auth: 'owner',
    status: 200,
    summary:
      'Proposes a monitor for each check of Healthchecks, under its UUID; with apply=1 creates them, all or none.',
    query: z.object({
      ...importQuery,
    }),
    body: {
      json: z.looseObject({
        checks: field(z.array(check).max(LIMITS.importMaxMonitors), {
          code: 'corpo_invalido',
          rule: `a list of at most ${LIMITS.importMaxMonitors} checks as GET /api/v3/checks/ of Healthchecks gives them to a read-write key`,
        }),
      }),
    },
    bodyMaxBytes: LIMITS.importMaxBytes,
    output: {
      json: z.strictObject({
        applied: z.boolean(),
        would_create: z.int(),
        existing: z
          .array(z.strictObject({ ...known, differs: z.array(z.string()) }))
          .meta({ description: 'Checks whose monitor you have. An import leaves them as they are.' }),
        left_out: z
          .array(z.strictObject({ ...place, detail: z.string() }))
          .meta({ description: 'Checks that become no monitor, and why.' }),
        lost: z
          .array(z.strictObject({ ...place, field: z.string(), detail: z.string() }))
          .meta({ description: 'What of a new monitor is not as its check was.' }),
        created: z.array(z.strictObject({ ...known, ingest_url: z.string() })).optional(),
        ...importCosts,
      }),
    },
    charges: { skus: SKUS, times: LIMITS.importMaxMonitors },
    errors: ['pagamento_necessario', 'limite_monitores', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
