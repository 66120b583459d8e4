import { LIMITS } from '../limits.ts';
import type { FailureDetails, PendingOutcome } from './monitor.ts';

/** What is carried on of a failure from its signal to its alerts. */
export function detailsOf({ exitCode, outputOf, inARow, reading }: FailureDetails): FailureDetails {
  return {
    ...(exitCode !== undefined && { exitCode }),
    ...(outputOf !== undefined && { outputOf }),
    ...(inARow !== undefined && { inARow }),
    ...(reading !== undefined && { reading }),
  };
}

/**
 * Adds an outcome in order. A second failure in a row belongs to the same incident. A flapping job cannot fill
 * the list: past the limit a new failure takes back the last recovery, so the incident just goes on.
 */
export function withPending(pending: PendingOutcome[], outcome: PendingOutcome): PendingOutcome[] {
  if (pending.at(-1)?.kind === outcome.kind) return pending;
  if (outcome.kind === 'fail' && pending.length >= LIMITS.pendingOutcomesMax) return pending.slice(0, -1);
  return [...pending, outcome];
}
