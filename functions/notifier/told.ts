import type { AlertState, Attempt } from '../../lib/domain/alert/alert-record.ts';

/** What came of one try to tell an alert; `failed` may be tried again. */
export type Told = Omit<Attempt, 'at'> & { state: Exclude<AlertState, 'pending'> };
