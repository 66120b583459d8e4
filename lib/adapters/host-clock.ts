import { uptime } from 'node:os';
import type { Clock } from './clock.ts';

/** The clock of a machine, which somebody may set, and what went by in truth, also while the machine slept. */
export interface HostClock extends Clock {
  uptimeMs(): number;
}

export const hostClock: HostClock = { now: () => Date.now(), uptimeMs: () => uptime() * 1000 };
