import * as z from 'zod';
import { SAMPLES_MAX } from '../../domain/machines/collectors/mapping.ts';
import { LIMITS } from '../../domain/limits.ts';
import { EVERY_INPUT } from './every-input.ts';
import type { ErrorCode } from '../errors.ts';
import type { Operation } from '../operation.ts';

const errors = [
  'invalid_origin',
  'credencial_ausente',
  'credencial_invalida',
  'envio_invalido',
  'tipo_nao_suportado',
  'muitos_envios',
  'indisponivel',
] as const satisfies ErrorCode[];

const CREDENTIAL =
  'The credential of the channel is taken as `Authorization` by Bearer, Token or Basic (as the password), and as `token` or `p` in the query';
const rules = {
  credencial_ausente: `${CREDENTIAL}.`,
  corpo_grande: `The body is at most ${LIMITS.inputMaxBytes / 1_000_000} MB, 4 MB unpacked, with ${SAMPLES_MAX} numbers.`,
  muitos_envios: `A channel takes ${LIMITS.inputBurst} pushes at once and one every ${LIMITS.inputMinGapSec} s.`,
} as const satisfies Operation['rules'];
const query = z.object({
  token: z.string().optional().meta({ description: 'The credential, if no header has it.' }),
});
const influxQuery = query.extend({
  p: z.string().optional().meta({ description: 'The same, as clients of InfluxDB 1 send a password.' }),
});
const every = { rules, query, errors } as const;
const ok = { json: z.strictObject({ ok: z.literal(true) }) };

/**
 * What collectors send (SPEC.md "Collector channel"): each answers as the agents of its protocol expect, since they decide by
 * the status whether they send again.
 */
export const pushOperations = {
  pushRemoteWrite: {
    ...EVERY_INPUT.pushRemoteWrite,
    ...every,
    summary: 'Takes Prometheus remote write 1.0, protobuf in snappy; 2.0 is 415.',
    output: { empty: true },
  },
  pushInflux: {
    ...EVERY_INPUT.pushInflux,
    ...every,
    summary: 'Takes line protocol as InfluxDB 2 does, plain or in gzip.',
    query: influxQuery,
    output: { empty: true },
  },
  pushInfluxFirst: {
    ...EVERY_INPUT.pushInfluxFirst,
    ...every,
    summary: 'Takes line protocol as InfluxDB 1 does, plain or in gzip.',
    query: influxQuery,
    output: { empty: true },
  },
  pingInflux: {
    ...EVERY_INPUT.pingInflux,
    summary: 'Answers the liveness check of InfluxDB clients; needs no credential.',
    output: { empty: true },
    errors: ['invalid_origin'],
  },
  pushOtlp: {
    ...EVERY_INPUT.pushOtlp,
    ...every,
    summary: 'Takes OTLP metrics over HTTP, protobuf or JSON, plain or in gzip, and answers in kind.',
    output: { contentType: 'application/x-protobuf', binary: true },
    alsoJson: true,
    refusesInKind: true,
  },
  pushCollectd: {
    ...EVERY_INPUT.pushCollectd,
    ...every,
    summary: 'Takes the JSON of collectd’s write_http.',
    output: ok,
  },
  pushNrdp: {
    ...EVERY_INPUT.pushNrdp,
    ...every,
    rules: { ...rules, credencial_ausente: `${CREDENTIAL} or the form.` },
    summary:
      'Takes the check results of NCPA by NRDP: a form with `token`, `cmd=submitcheck` and `XMLDATA`. A slash may follow the path.',
    output: { contentType: 'text/xml; charset=utf-8' },
    refusesInKind: true,
  },
  pushSnmp: {
    ...EVERY_INPUT.pushSnmp,
    ...every,
    summary: 'Takes what `snmpget -Oqn` printed, as text of any content type.',
    output: ok,
  },
} as const satisfies Record<string, Operation>;
