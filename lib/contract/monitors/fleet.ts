import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { field } from '../field.ts';
import { pauseBody } from './monitor-input.ts';
import type { Operation } from '../operation.ts';
import { cursor } from '../page.ts';
import { importCosts, importQuery } from './every-import.ts';

const line = z.strictObject({
  line: z.int(),
  cron: z.string(),
  tz: z.string().nullable(),
  name: z.string(),
  command: z.string(),
  note: z.string().optional().meta({ description: 'About the zone: CRON_TZ set it.' }),
});
const recognized = line.extend({
  grace_sec: z.int().meta({ description: "The grace of the line's new monitor." }),
  slug: z.string().optional().meta({ description: 'With `host`: what `rollcall run` would name the job.' }),
});
const ignored = z.strictObject({
  line: z.int(),
  reason: z.enum(['comentario', 'variavel', 'reboot', 'cron_invalido', 'nao_reconhecida']),
  text: z.string(),
  note: z.string().optional().meta({ description: 'Why, where `reason` does not say it.' }),
});

const callPlace = z.union([
  z.strictObject({
    line: z.int(),
    after: z.int().meta({
      description:
        'The call that reports how the job ended, `; curl … /$?`, goes after this many UTF-16 units of the line.',
    }),
    group_from: z.int().optional().meta({
      description: 'The job may exit its shell: put `( ` here and ` )` before the call.',
    }),
  }),
  z.strictObject({
    line: z.int(),
    why: z.string().meta({ description: 'Why a call would break the job, or report nothing.' }),
  }),
]);

const ingestKey = z.strictObject({
  key: z.string(),
  rotated: z.boolean(),
  exemplo: z.string(),
  note: z.string(),
});
const pingKey = z.strictObject({ id: z.string(), last4: z.string(), added_at: z.iso.datetime() });

/** Setting up many jobs at once: SPEC.md "POST /api/import/crontab" and "Ingest". */
export const fleetOperations = {
  importCrontab: {
    area: 'monitors',
    method: 'POST',
    path: '/api/import/crontab',
    throttle: 'bulk',
    toolset: 'fleet',
    rules: {
      crontab_sem_agenda: 'The text must have a line with a schedule.',
      tz_invalida: 'tz is an IANA name with a slash, or UTC.',
    },
    auth: 'owner',
    status: 200,
    summary:
      'Proposes a monitor for each schedule line of a crontab; with apply=1 creates them, all or none.',
    query: z.object({
      ...importQuery,
      tz: z.string().optional().meta({
        description: 'Zone of the host, UTC without it. CRON_TZ overrides it.',
      }),
      grace_sec: field(z.coerce.number().int().min(LIMITS.graceMinSec).max(LIMITS.graceMaxSec), {
        code: 'grace_invalido',
        rule: `a whole number of seconds from ${LIMITS.graceMinSec} to ${LIMITS.graceMaxSec}, for every line`,
      }).optional(),
      host: field(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/), {
        code: 'nome_invalido',
        rule: 'a host name, without apply=1: proposes job names',
      }).optional(),
    }),
    body: { text: 'text/plain' },
    output: {
      json: z.strictObject({
        applied: z.boolean(),
        recognized: z.array(recognized),
        ignored: z.array(ignored),
        existing: z.array(line.extend({ id: z.string(), ingest_url: z.string() })),
        calls: z.array(callPlace).meta({ description: 'Where in each recognised line its call goes.' }),
        would_create: z.int(),
        created: z
          .array(z.strictObject({ line: z.int(), id: z.string(), name: z.string(), ingest_url: z.string() }))
          .optional(),
        ...importCosts,
      }),
    },
    charges: { skus: ['extra_endpoint', 'fast_interval'], times: LIMITS.crontabMaxLines },
    errors: [
      'tz_invalida',
      'grace_invalido',
      'nome_invalido',
      'crontab_sem_agenda',
      'pagamento_necessario',
      'limite_monitores',
      'conflito',
    ],
  },
  pauseByTag: {
    area: 'monitors',
    method: 'POST',
    path: '/api/pause',
    throttle: 'bulk',
    auth: 'owner',
    status: 200,
    summary:
      'Pauses all monitors with a tag until an instant, or resumes them with `until: null`; 500 at a time.',
    hints: { idempotent: true },
    query: z.object({ cursor }),
    body: { json: pauseBody },
    output: {
      json: z.strictObject({
        tag: z.string(),
        paused_until: z.iso.datetime().nullable(),
        matched: z.int().meta({ description: 'Monitors with the tag among those examined.' }),
        changed: z.int().meta({ description: 'Those that were not already paused like this.' }),
        next_cursor: z.string().optional().meta({
          description:
            'Present if not all monitors were examined: repeat the call with it as `cursor` and the same body.',
        }),
      }),
    },
    errors: ['tags_invalidas', 'pausa_invalida', 'pausa_longa', 'campo_desconhecido'],
  },
  getIngestKey: {
    area: 'monitors',
    toolset: 'fleet',
    method: 'GET',
    path: '/api/ingest-key',
    auth: 'owner',
    status: 200,
    summary: 'Returns your ingest key; the first call creates it.',
    hints: { readOnly: false },
    output: {
      json: ingestKey.extend({
        ping_keys: z.array(pingKey).optional().meta({
          description: 'Of Healthchecks, if imported.',
        }),
      }),
    },
    errors: ['conflito'],
  },
  rotateIngestKey: {
    area: 'monitors',
    toolset: 'fleet',
    method: 'DELETE',
    path: '/api/ingest-key',
    auth: 'owner',
    status: 200,
    summary: 'Replaces your ingest key; the old one stops at once, its monitors keep working.',
    hints: { idempotent: false },
    output: { json: ingestKey },
    secrets: ['key', 'exemplo'],
    errors: ['conflito'],
  },
  endPingKey: {
    area: 'monitors',
    toolset: false,
    throttle: 'bulk',
    method: 'DELETE',
    path: '/api/ingest-key/:id',
    auth: 'owner',
    status: 200,
    summary: 'Ends an imported Healthchecks ping key, with its slugs; its monitors keep working.',
    hints: { idempotent: true },
    params: z.object({ id: z.string() }),
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    errors: ['key_not_found', 'conflito'],
  },
} as const satisfies Record<string, Operation>;
