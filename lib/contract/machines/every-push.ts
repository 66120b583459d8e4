import { LIMITS } from '../../domain/limits.ts';
import type { Operation } from '../operation.ts';

/** What operations of readings declare; apart from their schemas, since the hot path loads no schema library. */
export const everyPush = {
  area: 'intake',
  path: '/r/:symbol',
  method: 'POST',
  auth: 'none',
  status: 200,
  body: { raw: true },
  bodyMaxBytes: LIMITS.readingMaxBytes,
  // A machine sends what it prints, and what an agent would make up is no reading.
  toolset: false,
  hints: { idempotent: true },
} as const satisfies Partial<Operation>;
