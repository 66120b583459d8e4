import * as z from 'zod';
import { SKUS } from '../../domain/billing/allowance.ts';
import { LIMITS } from '../../domain/limits.ts';
import { field, type FieldRule } from '../field.ts';
import type { Operation } from '../operation.ts';
import { importCosts, importQuery } from './every-import.ts';

const invalid = (rule: string) => ({ code: 'corpo_invalido', rule }) as const satisfies FieldRule;
const seconds = field(
  z.int().min(0).max(4_294_967_295),
  invalid('a whole number of seconds from 0 to 4294967295'),
).optional();
const text = field(z.string().max(2_000), invalid('a text of at most 2000 characters')).optional();
const anyText = field(z.string(), invalid('a text')).optional();
const flag = field(z.boolean(), invalid('true or false')).optional();
const short = field(z.string().max(100), {
  ...invalid('a text of at most 100 characters'),
  missing: 'corpo_invalido',
});

/** A check as Healthchecks lists it. Its other fields say nothing that an import looks at. */
const check = z.looseObject({
  name: text, slug: text, tags: text, desc: anyText, uuid: text, ping_url: text, timeout: seconds, grace: seconds, schedule: text,
  tz: text, status: text, methods: text, channels: anyText, manual_resume: flag, filter_subject: flag, filter_body: flag,
  filter_http_body: flag,
}); // prettier-ignore

const place = {
  index: z.int().meta({ description: 'Of the entry in the export, from 0.' }),
  name: z.string(),
};

const checks = field(z.array(check).max(LIMITS.importMaxMonitors), {
  code: 'corpo_invalido',
  rule: `a list of at most ${LIMITS.importMaxMonitors} checks as GET /api/v3/checks/ of Healthchecks gives them to a read-write key`,
});
const channels = field(
  z.array(z.looseObject({ id: short, name: text.default(''), kind: short })).max(1_000),
  { code: 'corpo_invalido', rule: 'a list of channels as GET /api/v3/channels/ of Healthchecks gives them' },
);

/** What a Healthchecks answers where its checks and its channels are asked for. */
export const checkList = z.looseObject({ checks });
export const channelList = z.looseObject({ channels });

const body = z.strictObject({
  checks: checks.optional(),
  channels: channels.optional(),
  url: field(z.string().max(2_000), {
    code: 'corpo_invalido',
    rule: 'in place of checks: the https address of a Healthchecks that is asked for them',
  }).optional(),
  api_key: field(z.string().regex(/^[!-~]{1,128}$/), {
    code: 'corpo_invalido',
    rule: 'a read-write API key of a project there, which is not stored',
    isSecret: true,
  }).optional(),
  ping_key: field(z.string().regex(/^(?!hpk_)[A-Za-z0-9_-]{16,128}$/), {
    code: 'corpo_invalido',
    rule: 'the ping key of the project there, of 16 to 128 characters, with which jobs ping by slug',
    isSecret: true,
  }).optional(),
});
export type HealthchecksBody = z.infer<typeof body>;

/** What every import from another service is, by what it says of a monitor besides its name. */
function fromElsewhere<Known extends z.ZodRawShape>(more: Known) {
  const known = { ...place, id: z.string(), ...more };
  return {
    area: 'monitors',
    method: 'POST',
    throttle: 'bulk',
    toolset: false,
    auth: 'owner',
    status: 200,
    bodyMaxBytes: LIMITS.importMaxBytes,
    output: {
      json: z.strictObject({
        applied: z.boolean(),
        would_create: z.int(),
        existing: z
          .array(z.strictObject({ ...known, differs: z.array(z.string()) }))
          .meta({ description: 'Entries whose monitor you have. An import leaves them as they are.' }),
        left_out: z
          .array(z.strictObject({ ...place, detail: z.string() }))
          .meta({ description: 'Entries that become no monitor, and why.' }),
        lost: z
          .array(z.strictObject({ field: z.string(), detail: z.string(), entries: z.array(z.int()) }))
          .meta({ description: 'Where new monitors differ from their entries.' }),
        created: z.array(z.strictObject({ ...known, ingest_url: z.string() })).optional(),
        ...importCosts,
      }),
    },
    charges: { skus: SKUS, times: LIMITS.importMaxMonitors },
  } as const satisfies Partial<Operation>;
}

/** A row of an export: what is in it is read when it is imported, and what cannot be is told by its index. */
const row = z.looseObject({});
const secretly = (rule: string) =>
  ({ code: 'corpo_invalido', rule, isSecret: true }) as const satisfies FieldRule;
const ofRows = secretly(`a list of at most ${LIMITS.importMaxMonitors} objects`);
const rows = z.array(row).max(LIMITS.importMaxMonitors);
const byKey = field(z.record(z.string(), row), secretly('an object with a monitor for each key')).optional();
const answered = z.union([rows, z.looseObject({ monitors: rows })]);

/** Where an export of Cronitor has its monitors. */
const lists = {
  monitors: field(answered, ofRows).optional().meta({
    description: 'The monitors, or the answer of GET /api/monitors that has them.',
  }),
  jobs: byKey,
  heartbeats: byKey,
  checks: byKey,
  sites: byKey,
};
export const cronitorLists = z.looseObject(lists);
export type CronitorLists = z.output<typeof cronitorLists>;

const tz = z.string().optional().meta({
  description: 'IANA name: the zone of schedules that name none, which is that of your account there.',
});

/** An import of what names its monitors by tokens of its own. Its whole body is read when it is imported: a list as `monitors`. */
const byTokens = {
  ...fromElsewhere({}),
  listBody: {
    as: 'monitors',
    else: 'The body must be a JSON object or list.',
  },
  errors: ['pagamento_necessario', 'limite_monitores', 'conflito'],
} as const;
const inZone = {
  query: z.object({ ...importQuery, tz }),
  rules: { tz_invalida: 'tz is an IANA name with a slash, or UTC.' },
  errors: [...byTokens.errors, 'tz_invalida'],
} as const;

const imported = fromElsewhere({ uuid: z.string() });

/** What is brought along from other services (decisions/059, decisions/060). */
export const switchOperations = {
  importHealthchecks: {
    ...imported,
    path: '/api/import/healthchecks',
    summary:
      'Proposes a monitor for each check of Healthchecks, of its saved list or asked for by URL and key, under its UUID; with apply=1 creates them, all or none.',
    query: z.object({
      ...importQuery,
    }),
    body: { json: body },
    output: {
      json: imported.output.json.extend({
        ping_key: z
          .strictObject({
            kept: z.boolean(),
            id: z.string().optional().meta({ description: 'The id to end it by.' }),
            ambiguous: z.array(z.string()).optional().meta({
              description: 'Slugs that several checks share; pings by them are refused with 409.',
            }),
            detail: z.string().optional().meta({ description: 'Why it is not kept.' }),
          })
          .optional(),
      }),
    },
    errors: ['campo_desconhecido', 'origem_recusada', 'pagamento_necessario', 'limite_monitores', 'conflito'],
  },
  importUptimeKuma: {
    ...byTokens,
    path: '/api/import/uptime-kuma',
    summary:
      'Proposes a monitor for each push monitor of Uptime Kuma, found by its push token; with apply=1 creates them, all or none.',
    query: z.object({ ...importQuery }),
    body: {
      json: z.looseObject({
        monitors: field(rows, ofRows).optional().meta({
          description: 'Rows of its table `monitor`. A body that is a list counts as this.',
        }),
        monitorList: field(rows, ofRows).optional().meta({ description: 'As a backup of it has them.' }),
      }),
    },
  },
  importCronitor: {
    ...byTokens,
    ...inZone,
    listBody: {
      ...byTokens.listBody,
      else: 'The body must be a JSON object or list; a YAML file is sent as the text `yaml` of an object, beside api_key.',
    },
    path: '/api/import/cronitor',
    summary:
      'Proposes a monitor for each job and heartbeat of Cronitor, found by its key; with apply=1 creates them, all or none.',
    body: {
      json: z.looseObject({
        api_key: field(z.string().regex(/^[^/\s]{16,128}$/), {
          ...secretly('the key in the ping URLs of your jobs, 16 to 128 characters'),
          missing: 'corpo_invalido',
        }),
        ...lists,
        yaml: field(
          z.string().max(LIMITS.yamlMaxChars),
          secretly(
            `in place of the lists: its configuration in YAML, at most ${LIMITS.yamlMaxChars} characters`,
          ),
        ).optional(),
      }),
    },
  },
  importSnitch: {
    ...byTokens,
    ...inZone,
    path: '/api/import/snitch',
    summary:
      "Proposes a monitor for each snitch of Dead Man's Snitch, found by its token; with apply=1 creates them, all or none.",
    errors: [...inZone.errors, 'campo_desconhecido'],
    body: {
      json: z.strictObject({
        monitors: field(z.array(row).max(LIMITS.importMaxSnitches), {
          ...secretly(`a list of at most ${LIMITS.importMaxSnitches} objects; send more in parts`),
          missing: 'corpo_invalido',
        }).meta({
          description: 'What GET /v1/snitches answers. A body that is a list counts as this.',
        }),
      }),
    },
  },
} as const satisfies Record<string, Operation>;
