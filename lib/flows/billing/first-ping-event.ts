import type { ErrorCode } from '../../contract/errors.ts';
import type { Receipt } from './payment.ts';
import type { FirstPing } from '../monitors/first-ping.ts';

/** Of a call's headers those by which it pays. */
export const PAYING_HEADERS = ['x-payment', 'x-homolog-credential', 'x-credito', 'authorization'] as const;

export type PayingHeaders = Partial<Record<(typeof PAYING_HEADERS)[number], string>>;

/** By what ingest has billing settle what a first ping costs. */
export interface FirstPingEvent {
  kind: 'first-ping';
  ping: FirstPing;
  method: string;
  headers: PayingHeaders;
}

/** What came of it: the owner has the slots that the monitor takes, or a refusal. */
export type FirstPingOutcome =
  | { kind: 'settled'; receipt: Receipt | null }
  | {
      kind: 'refused';
      code: ErrorCode;
      detail?: string;
      fields: Readonly<Record<string, unknown>>;
      retryAfterSec?: number;
    };
