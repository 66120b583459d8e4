import type { AlertState, Attempt } from '../../domain/alert/alert-record.ts';

/** What came of one try to tell an alert; `failed` may be tried again. */
export type Told = Omit<Attempt, 'at'> & { state: Exclude<AlertState, 'pending'> };

/** There is nothing to tell any more, and why. */
export function skipped(outcome: string, detail: string): Told {
  return { state: 'skipped', outcome, detail, status: null, durationMs: 0 };
}

/** There is nobody to tell, and why. */
export function untold(outcome: string, detail: string): Told {
  return { state: 'untold', outcome, detail, status: null, durationMs: 0 };
}
