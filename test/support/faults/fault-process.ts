import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { FaultScheduler } from './fault-scheduler.ts';
import type { Random } from './fault-random.ts';

const real = { setTimeout, clearTimeout, randomBytes: crypto.randomBytes };

/**
 * Puts this process's waiting and randomness under a run's control, so that a seed repeats it: a wait inside an
 * invocation becomes a step of its scheduler, ids come from its chance. Everything else keeps the real ones. Undone by
 * the returned function.
 */
export function takeOver(scheduler: FaultScheduler, random: Random): () => void {
  const patched = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    scheduler.waits() ? scheduler.timer(() => work(...args)) : real.setTimeout(work, ms, ...args);
  const cleared = (timer: unknown) => {
    if (!scheduler.clearTimer(timer)) real.clearTimeout(timer as NodeJS.Timeout);
  };
  Object.assign(globalThis, { setTimeout: patched, clearTimeout: cleared });
  setBytes((count) => random.bytes(count));
  return () => {
    Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
    setBytes(real.randomBytes as (count: number) => Buffer);
  };
}

function setBytes(randomBytes: (count: number) => Buffer): void {
  Object.assign(crypto, { randomBytes });
  syncBuiltinESMExports();
}
