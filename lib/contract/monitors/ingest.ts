import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import { everySignal } from './every-signal.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Operation } from '../operation.ts';

const errors = ['not_found', 'indisponivel'] as const satisfies ErrorCode[];
const rid = {
  rid: z
    .string()
    .optional()
    .meta({ description: 'Run id, [A-Za-z0-9._-] up to 64; another value is ignored.' }),
};
const readings = {
  status: z
    .string()
    .optional()
    .meta({ description: 'Whole number the job reports; a JSON body may carry it too.' }),
  latency_ms: z
    .string()
    .optional()
    .meta({ description: 'Whole number the job reports; a JSON body may carry it too.' }),
};
const answered = <K extends 'start' | 'fail' | 'ping' | 'log'>(...kinds: K[]) =>
  z.strictObject({ ok: z.literal(true), kind: z.enum(kinds) });

const byKey = z.object({ ingestKey: z.string(), slug: z.string() });
const timing = {
  interval: z
    .string()
    .optional()
    .meta({ description: 'Tolerated silence of a new monitor in seconds; a day without it.' }),
  interval_sec: z.string().optional().meta({ description: 'The same as `interval`.' }),
  cron: z.string().optional().meta({ description: 'Its schedule, instead of an interval.' }),
  tz: z.string().optional().meta({ description: 'Of `cron`; UTC without it.' }),
};
const answeredByKey = z.strictObject({
  ok: z.literal(true),
  endpoint_id: z.string(),
  created: z.boolean(),
  slug: z.string().optional().meta({ description: 'What the name was read as, if different.' }),
  first_sent_as: z.string().optional().meta({
    description:
      'The name that created the monitor, if another one with the same slug is sent: two jobs may share it.',
  }),
  ignored: z.array(z.string()).optional().meta({
    description:
      'Query names that changed nothing: unknown ones, and a timing if the monitor already has another one.',
  }),
});
const keyErrors = [
  ...errors,
  'slug_invalido',
  'intervalo_invalido',
  'cron_ou_interval',
  'cron_invalido',
  'cron_sem_ocorrencia',
  'tz_invalida',
  'pagamento_necessario',
  'limite_monitores',
  // Of a credit that is to pay.
  'credencial_invalida',
] as const satisfies ErrorCode[];

const keyRules = {
  slug_invalido: 'slug must keep a letter or digit out of a-z 0-9.',
  cron_ou_interval: 'cron or interval, not both.',
  cron_invalido: 'cron has five fields.',
  cron_sem_ocorrencia: 'cron runs within a year.',
  tz_invalida: 'tz is an IANA name with a slash, or UTC.',
  intervalo_invalido: `interval is ${LIMITS.intervalMinSec} to ${LIMITS.intervalMaxSec}.`,
} as const satisfies Operation['rules'];

/** SPEC.md "Ingest"; DECISIONS.md "Ingest". The monitor id is the secret. */
export const ingestOperations = {
  pingMonitor: {
    ...everySignal,
    path: '/in/:id',
    summary:
      'Records a success ping: the job is alive. Closes its run. Over HTTP, keeps the last 10 kB of a body.',
    params: z.object({ id: z.string() }),
    query: z.object({ ...rid, ...readings }),
    output: { json: z.strictObject({ ok: z.literal(true) }) },
    errors,
  },
  startRun: {
    ...everySignal,
    path: '/in/:id/start',
    summary: 'Records that a run started; not a proof of life.',
    params: z.object({ id: z.string() }),
    query: z.object({ ...rid, ...readings }),
    output: { json: answered('start') },
    errors,
  },
  failRun: {
    ...everySignal,
    path: '/in/:id/fail',
    summary: 'Records a failure; the next check alerts, over HTTP with the end of the body.',
    params: z.object({ id: z.string() }),
    query: z.object({ ...rid, ...readings }),
    output: { json: answered('fail') },
    errors,
  },
  logRun: {
    ...everySignal,
    path: '/in/:id/log',
    summary: 'Records an event, over HTTP with its output, and changes no state.',
    params: z.object({ id: z.string() }),
    query: z.object({ ...rid, ...readings }),
    output: { json: answered('log') },
    errors,
  },
  reportExitCode: {
    ...everySignal,
    path: '/in/:id/:exit_code',
    summary: 'Records an exit code: 0 is a ping, 1 to 255 a failure.',
    params: z.object({ id: z.string(), exit_code: z.string() }),
    rules: { exit_code_fora_da_faixa: 'exit_code is 0 to 255.' },
    query: z.object({ ...rid, ...readings }),
    output: { json: answered('ping', 'fail') },
    errors: [...errors, 'exit_code_fora_da_faixa'],
  },
  pingByKey: {
    ...everySignal,
    path: '/in/:ingestKey/:slug',
    summary: 'Records a success ping by owner key and job name; the first one creates the monitor.',
    params: byKey,
    rules: keyRules,
    query: z.object({ ...rid, ...readings, ...timing }),
    output: { json: answeredByKey },
    charges: { skus: ['extra_endpoint', 'fast_interval'] },
    errors: keyErrors,
  },
  signalByKey: {
    ...everySignal,
    path: '/in/:ingestKey/:slug/:signal',
    summary: 'Records start, fail or an exit code by owner key and job name.',
    params: byKey.extend({ signal: z.string() }),
    rules: { ...keyRules, exit_code_fora_da_faixa: 'signal is start, fail, log or 0 to 255.' },
    query: z.object({ ...rid, ...readings, ...timing }),
    output: { json: answeredByKey.extend({ kind: z.enum(['start', 'fail', 'ping', 'log']) }) },
    charges: { skus: ['extra_endpoint', 'fast_interval'] },
    errors: [...keyErrors, 'exit_code_fora_da_faixa'],
  },
} as const satisfies Record<string, Operation>;
