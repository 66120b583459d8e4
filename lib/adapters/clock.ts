import type { Instant } from '../domain/instant.ts';
import { uptime } from 'node:os';

/** The one clock every part of the service reads. */
export interface Clock {
  now(): Instant;
  /** How far it is ahead of real time, in milliseconds: only the clock of one machine can be moved. */
  aheadMs?(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const aheadMsOf = (clock: Clock): number => clock.aheadMs?.() ?? 0;

/** In whole seconds, for people and programs. */
export const aheadSecOf = (clock: Clock): number => Math.ceil(aheadMsOf(clock) / 1000);

/** Real time, by which wallets sign and others judge. */
export const realTime = (clock: Clock): Clock => ({ now: () => clock.now() - aheadMsOf(clock) });

/** The clock of a machine, which somebody may set, and what went by in truth, also while the machine slept. */
export interface HostClock extends Clock {
  uptimeMs(): number;
}

export const hostClock: HostClock = { now: () => Date.now(), uptimeMs: () => uptime() * 1000 };
