import { defineConfig } from 'vitest/config';
import { FlakyReporter, SECOND_TRY } from './bin/flaky-reporter.ts';
import { SkipReporter } from './bin/skip-reporter.ts';

/** The collectors that are run for real, as packages of Debian: `npm run test:collectors`. */
export default defineConfig({
  test: {
    reporters: ['default', new SkipReporter(), new FlakyReporter()],
    include: ['test/collectors/**/*.test.ts'],
    // Programs wait for their intervals, not for a core.
    maxWorkers: 3,
    retry: SECOND_TRY,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
