import type { Operation } from '../operation.ts';

/** What every operation of ingest declares; apart from their schemas, since the hot path loads no schema library. */
export const everySignal = {
  area: 'ingest',
  method: 'GET',
  also: ['POST', 'HEAD'],
  auth: 'none',
  status: 200,
  previewed: true,
  hints: { readOnly: false, idempotent: false },
} as const satisfies Partial<Operation>;
