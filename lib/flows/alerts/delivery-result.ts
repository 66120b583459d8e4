import type { AlertState, Attempt } from '../../domain/alerts/alert.ts';

/** What came of one try to deliver an alert; `failed` may be tried again. */
export type DeliveryResult = Omit<Attempt, 'at'> & {
  state: Exclude<AlertState, 'pending'>;
  /** Set on a refusal for pace; `retryAfterMs` when the recipient said how long it wants to be left alone. */
  slowDown?: { retryAfterMs: number | null } | undefined;
  /** Of an alert to many: for how many the turn was too short, while all went well with the others. */
  left?: number | undefined;
};

/** Nothing is sent because there is nothing to tell any more; `detail` says why. */
export function skipped(outcome: string, detail: string): DeliveryResult {
  return { state: 'skipped', outcome, detail, status: null, durationMs: 0 };
}

/** Nothing is sent because nobody may be told; `detail` says why. */
export function undeliverable(outcome: string, detail: string): DeliveryResult {
  return { state: 'undeliverable', outcome, detail, status: null, durationMs: 0 };
}

/** Nothing is sent because we do not, which may change: it is tried again like any other failure; `detail` says why. */
export function refusedHere(outcome: 'not_allowed' | 'cap_full', detail: string): DeliveryResult {
  return { state: 'failed', outcome, detail, status: null, durationMs: 0 };
}
