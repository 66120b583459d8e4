import { LIMITS } from '../../domain/limits.ts';
import type { Operation } from '../operation.ts';

/**
 * What operations of collectors declare; apart from their schemas, since the hot path loads no schema library. Paths and
 * statuses are those that the agents expect.
 */
const everyInput = {
  area: 'intake',
  method: 'POST',
  auth: 'none',
  body: { raw: true },
  bodyMaxBytes: LIMITS.inputMaxBytes,
  closedToSites: true,
  // An agent of another kind sends here: what a language model would make up is no measurement.
  toolset: false,
  hints: { idempotent: true },
} as const satisfies Partial<Operation>;

/** What collectors send to, and how it answers. */
export const EVERY_INPUT = {
  pushRemoteWrite: { ...everyInput, path: '/i/prom/api/v1/write', status: 204 },
  pushInflux: { ...everyInput, path: '/i/influx/api/v2/write', status: 204 },
  pushInfluxFirst: { ...everyInput, path: '/i/influx/write', status: 204 },
  pingInflux: {
    area: 'intake',
    method: 'GET',
    auth: 'none',
    path: '/i/influx/ping',
    status: 204,
    closedToSites: true,
    toolset: false,
  },
  pushOtlp: { ...everyInput, path: '/i/otlp/v1/metrics', status: 200 },
  pushCollectd: { ...everyInput, path: '/i/collectd', status: 200 },
  pushNrdp: { ...everyInput, path: '/i/nrdp', status: 200 },
  pushSnmp: { ...everyInput, path: '/i/snmp', status: 200 },
} as const satisfies Readonly<Record<string, Partial<Operation>>>;

export type InputOperation = keyof typeof EVERY_INPUT;
