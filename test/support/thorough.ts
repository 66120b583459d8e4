import { it, type TestAPI } from 'vitest';
import { isThorough } from '../../bin/long-tests.ts';

/** How often a test of chance repeats, or how much it takes: `usual`, or `thorough` with THOROUGH=1, as on CI. */
export function rounds(usual: number, thorough: number): number {
  return isThorough() ? thorough : usual;
}

const nothing = Object.assign(() => {}, { each: () => () => {} }) as unknown as TestAPI;

/** A test of endurance, of crowds, or that waits in real time: there with THOROUGH=1 alone, where `npm test` says so. */
export const itThorough: TestAPI = isThorough() ? it : nothing;
