import type { Instant } from '../domain/instant.ts';

/** The one clock every part of the service reads. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() };
