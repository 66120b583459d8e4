import * as z from 'zod';
import { SKUS } from '../../domain/billing/allowance.ts';
import { LIMITS } from '../../domain/limits.ts';
import { billingDocument } from '../billing/billing.ts';
import { COOKIES } from '../cookies.ts';
import { field } from '../field.ts';
import { createMonitorBody, patchMonitorBody, putMonitorBody } from './monitor-input.ts';
import { monitor, monitorSecrets, ping, templates } from './monitor-output.ts';
import type { ErrorCode } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { cursor, nextCursor, pageQuery } from '../page.ts';
import { dryRunQuery } from '../repeats.ts';

const id = z.object({ id: z.string() });
const readToken = { token: z.string().optional().meta({ description: 'The monitor read token.' }) };
const writeErrors = [
  'nome_obrigatorio', 'nome_invalido', 'intervalo_invalido', 'cron_ou_interval', 'cron_invalido', 'tz_invalida',
  'grace_invalido', 'cron_sem_ocorrencia', 'pausa_invalida', 'pausa_longa', 'max_duration_invalida',
  'alert_repeat_invalido', 'alert_after_failures_invalido', 'alert_channels_invalido', 'tags_invalidas', 'alert_to_invalido', 'alert_url_invalida',
  'campo_desconhecido',
  'pagamento_necessario', 'limite_monitores', 'muitas_confirmacoes', 'conflito',
] as const satisfies ErrorCode[]; // prettier-ignore
const settingRules = {
  cron_ou_interval: 'Send either cron or interval_sec; tz and grace_sec go with cron.',
  cron_sem_ocorrencia: 'cron must have a run within 366 days.',
} as const satisfies Operation['rules'];
/** SPEC.md "Identity and monitors". */
export const monitorOperations = {
  createGuest: {
    area: 'monitors',
    method: 'POST',
    path: '/api/guest',
    auth: 'none',
    throttle: 'guest',
    status: 201,
    summary:
      'Creates an anonymous owner and returns its token, shown once; a browser also keeps it in a cookie.',
    headers: ['origin', 'sec-fetch-site'],
    cookies: { reads: [COOKIES.guest], sets: [COOKIES.guest], ownPagesOnly: true },
    output: { json: z.strictObject({ token: z.string() }) },
    errors: ['guests_off'],
  },
  listMonitors: {
    area: 'monitors',
    method: 'GET',
    path: '/api/endpoints',
    auth: 'owner',
    status: 200,
    summary: 'Lists your monitors, or those with all the given tags, 500 at a time.',
    query: z.object({
      limit: field(z.coerce.number().int().min(1).max(LIMITS.monitorsPageMax), {
        code: 'consulta_invalida',
        rule: `a whole number from 1 to ${LIMITS.monitorsPageMax}`,
      }).optional(),
      cursor,
      tag: z
        .array(z.string())
        .optional()
        .meta({ description: 'Repeatable; a monitor must carry all of them.' }),
    }),
    conditional: true,
    output: {
      json: z.strictObject({
        endpoints: z.array(monitor),
        tags: z.array(z.string()).optional(),
        guest: z.string().nullable(),
        billing: billingDocument.optional(),
        next_cursor: z.string().optional().meta({
          description:
            'Present if there is more: send it as `cursor`. Pages follow the order of ids; within a page the oldest is first. A call examines at most 500 monitors, so with `tag` a page may be short or empty without being the last.',
        }),
      }),
    },
    errors: [],
  },
  createMonitor: {
    area: 'monitors',
    method: 'POST',
    path: '/api/endpoints',
    auth: 'owner',
    status: 201,
    summary: 'Creates a monitor; answers with its read token and templates.',
    query: z.object(dryRunQuery),
    body: { json: createMonitorBody },
    rules: settingRules,
    output: { json: monitor },
    secrets: monitorSecrets,
    charges: { skus: SKUS },
    errors: writeErrors,
  },
  getMonitor: {
    area: 'monitors',
    method: 'GET',
    path: '/api/endpoints/:id',
    auth: 'hook',
    status: 200,
    summary: 'Returns one monitor with its run durations; to its owner with read token and templates too.',
    params: id,
    query: z.object(readToken),
    conditional: true,
    output: { json: monitor },
    errors: ['not_found'],
  },
  listEvents: {
    area: 'monitors',
    method: 'GET',
    path: '/api/endpoints/:id/events',
    auth: 'hook',
    status: 200,
    summary: 'Lists the pings of one monitor, newest first; 60 a minute are kept.',
    params: id,
    query: z.object({ ...readToken, ...pageQuery }),
    conditional: true,
    output: { json: z.strictObject({ events: z.array(ping), next_cursor: nextCursor }) },
    errors: ['not_found'],
  },
  getEventBody: {
    area: 'monitors',
    method: 'GET',
    path: '/api/endpoints/:id/events/:event/body',
    auth: 'owner',
    status: 200,
    summary: 'Returns the last 10 kB a job sent with an event.',
    params: id.extend({ event: z.string() }),
    output: { contentType: 'text/plain; charset=utf-8' },
    errors: ['not_found'],
  },
  patchMonitor: {
    area: 'monitors',
    method: 'PATCH',
    path: '/api/endpoints/:id',
    auth: 'owner',
    status: 200,
    summary: 'Changes the fields that are sent.',
    params: id,
    query: z.object(dryRunQuery),
    body: { json: patchMonitorBody },
    rules: {
      ...settingRules,
      cron_ou_interval:
        'Send cron or interval_sec, not both; of a monitor with a cron, interval_sec needs cron: null beside it. tz goes with cron.',
      aviso_invalido: 'A threshold takes no schedule and no max_duration_sec.',
    },
    output: { json: monitor },
    charges: { skus: ['fast_interval', 'email_alert'] },
    errors: ['not_found', 'aviso_invalido', ...writeErrors],
  },
  putMonitor: {
    area: 'monitors',
    method: 'PUT',
    path: '/api/endpoints/by-slug/:slug',
    auth: 'owner',
    status: [200, 201],
    summary:
      'Creates the monitor of a job name, the slug of your ingest key, or changes it to exactly these settings.',
    params: z.object({
      slug: z.string().meta({ description: 'Folded as by the ingest key: a-z 0-9 and -, 40 characters.' }),
    }),
    query: z.object(dryRunQuery),
    body: { json: putMonitorBody },
    toolset: 'fleet',
    rules: { ...settingRules, slug_invalido: 'slug must keep a letter or digit out of a-z 0-9.' },
    output: { json: monitor },
    secrets: monitorSecrets,
    charges: { skus: SKUS },
    errors: ['slug_invalido', 'not_found', ...writeErrors],
  },
  deleteMonitor: {
    area: 'monitors',
    method: 'DELETE',
    path: '/api/endpoints/:id',
    auth: 'owner',
    status: 200,
    summary: 'Permanently deactivates a monitor and frees its slot in the allowance.',
    params: id,
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    errors: ['not_found', 'conflito'],
  },
  getTemplates: {
    area: 'monitors',
    method: 'GET',
    path: '/api/templates',
    toolset: 'fleet',
    auth: 'none',
    status: 200,
    summary: 'Returns ready snippets and the exact bodies that reach alert_url.',
    output: { json: z.strictObject({ origin: z.string(), templates }) },
    errors: [],
  },
} as const satisfies Record<string, Operation>;
