import type { AwsSettings } from '../config/settings/all-settings.ts';

/** Requests per second over time, and how many at once. */
export interface Throttle {
  rate: number;
  burst: number;
}

/** The limits of the gateway. */
export type Throttles = Record<
  'standard' | 'ingest' | 'intake' | 'guest' | 'signIn' | 'test' | 'bulk',
  Throttle
>;

export function throttlesOf(settings: AwsSettings): Throttles {
  return {
    standard: { rate: settings.standardRate, burst: settings.standardBurst },
    ingest: { rate: settings.ingestRate, burst: settings.ingestBurst },
    intake: { rate: settings.intakeRate, burst: settings.intakeBurst },
    guest: { rate: settings.guestRate, burst: settings.guestBurst },
    signIn: { rate: settings.signInRate, burst: settings.signInBurst },
    bulk: { rate: settings.bulkRate, burst: settings.bulkBurst },
    test: { rate: settings.testRate, burst: settings.testBurst },
  };
}
