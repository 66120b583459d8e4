import { anyOf } from '../adapters/ids.ts';

const STEPS = 1_024;

/** Waits between half of `ms` and all of it, so that contenders come apart. */
export function jitteredDelay(ms: number): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) => setTimeout(resolve, ms / 2 + (ms / 2) * (anyOf(STEPS) / STEPS)));
}
