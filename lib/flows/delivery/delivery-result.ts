import type { AlertState, Attempt } from '../../domain/alert/alert.ts';

/** What came of one try to tell an alert; `failed` may be tried again. */
export type DeliveryResult = Omit<Attempt, 'at'> & { state: Exclude<AlertState, 'pending'> };

/** There is nothing to tell any more, and why. */
export function skipped(outcome: string, detail: string): DeliveryResult {
  return { state: 'skipped', outcome, detail, status: null, durationMs: 0 };
}

/** There is nobody to tell, and why. */
export function undeliverable(outcome: string, detail: string): DeliveryResult {
  return { state: 'undeliverable', outcome, detail, status: null, durationMs: 0 };
}
