import { Refusal, type ErrorCode } from '../contract/errors.ts';
import type { Decision } from '../domain/decision.ts';

/** The decided value, or the refusal thrown. */
export function valueOrRefusal<T>(decision: Decision<T, ErrorCode>): T {
  if (decision.ok) return decision.value;
  throw new Refusal(decision.code, decision.detail);
}
