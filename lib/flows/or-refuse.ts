import { Refusal, type ErrorCode } from '../contract/errors.ts';
import type { Decision } from '../domain/decision.ts';

/** The decided value, or the refusal thrown. */
export function valueOrRefusal<T>(decision: Decision<T, ErrorCode>): T {
  if (decision.ok) return decision.value;
  throw new Refusal(decision.code, decision.detail);
}

/** The 404 of a ping that no monitor takes. */
export function pingNotFound(): Refusal {
  return new Refusal('not_found', 'No active monitor uses this ping URL.');
}
