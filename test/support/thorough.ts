import { describe, it, type SuiteAPI, type TestAPI } from 'vitest';
import { isThorough } from '../../bin/long-tests.ts';

/** How often a test of chance repeats, or how much it takes: `usual`, or `thorough` with THOROUGH=1, as on CI. */
export function rounds(usual: number, thorough: number): number {
  return isThorough() ? thorough : usual;
}

/** Of some cases of one rule: the first `usual`, or all with THOROUGH=1. */
export function casesOf<T>(usual: number, cases: readonly T[]): readonly T[] {
  return cases.slice(0, rounds(usual, cases.length));
}

const nothing = Object.assign(() => {}, { each: () => () => {} }) as unknown;

/** A test of endurance, of crowds, of a further case of a rule, or that waits in real time: there with THOROUGH=1 alone, where `npm test` says so. */
export const itThorough = isThorough() ? it : (nothing as TestAPI);
/** A group of such tests. */
export const describeThorough = isThorough() ? describe : (nothing as SuiteAPI);
