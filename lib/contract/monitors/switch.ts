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

const checks = field(z.array(check).max(LIMITS.importMaxMonitors), {
  code: 'corpo_invalido',
  rule: `a list of at most ${LIMITS.importMaxMonitors} checks as GET /api/v3/checks/ of Healthchecks gives them to a read-write key`,
});
const channels = field(
  z
    .array(z.looseObject({ id: z.string().max(100), name: text.default(''), kind: z.string().max(100) }))
    .max(1_000),
  { code: 'corpo_invalido', rule: 'a list of channels as GET /api/v3/channels/ of Healthchecks gives them' },
);

/** What a Healthchecks answers where its checks and its channels are asked for. */
export const checkList = z.looseObject({ checks });
export const channelList = z.looseObject({ channels });

const body = z.looseObject({
  checks: checks.optional(),
  channels: channels.optional(),
  url: field(z.string().max(2_000), {
    code: 'corpo_invalido',
    rule: 'in place of checks: the https address of a Healthchecks that is asked for them',
  }).optional(),
  api_key: field(z.string().regex(/^[!-~]{1,128}$/), {
    code: 'corpo_invalido',
    rule: 'a read-write API key of a project there, which is kept nowhere',
    isSecret: true,
  }).optional(),
  ping_key: field(z.string().regex(/^(?!hpk_)[A-Za-z0-9_-]{16,128}$/), {
    code: 'corpo_invalido',
    rule: 'the ping key of the project there, of 16 to 128 characters, by which and a slug jobs go on to ping',
    isSecret: true,
  }).optional(),
});
export type HealthchecksBody = z.infer<typeof body>;

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
      'Proposes a monitor for each check of Healthchecks, of its saved list or asked for by URL and key, under its UUID; with apply=1 creates them, all or none.',
    query: z.object({
      ...importQuery,
    }),
    body: { json: body },
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
          .array(z.strictObject({ field: z.string(), detail: z.string(), checks: z.array(z.int()) }))
          .meta({ description: 'What of new monitors is not as it was, and of which checks.' }),
        ping_key: z
          .strictObject({
            kept: z.boolean(),
            id: z.string().optional().meta({ description: 'By which it is ended.' }),
            ambiguous: z.array(z.string()).optional().meta({
              description: 'Slugs that several checks share; a ping by one is refused with 409.',
            }),
            detail: z.string().optional().meta({ description: 'Why it is not kept.' }),
          })
          .optional(),
        created: z.array(z.strictObject({ ...known, ingest_url: z.string() })).optional(),
        ...importCosts,
      }),
    },
    charges: { skus: SKUS, times: LIMITS.importMaxMonitors },
    errors: ['origem_recusada', 'pagamento_necessario', 'limite_monitores', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
