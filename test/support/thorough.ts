import { isThorough } from '../../bin/long-tests.ts';

/** How often a test of chance repeats, or how much it takes: `usual`, or `thorough` with THOROUGH=1, as on CI. */
export function rounds(usual: number, thorough: number): number {
  return isThorough() ? thorough : usual;
}
