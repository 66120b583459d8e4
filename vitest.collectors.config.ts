import { defineConfig } from 'vitest/config';
import { SkipReporter } from './bin/skip-reporter.ts';

/** The collectors that are run for real, as packages of Debian: `npm run test:collectors`. */
export default defineConfig({
  test: {
    reporters: ['default', new SkipReporter()],
    include: ['test/collectors/**/*.test.ts'],
    // Programs wait for their intervals, not for a core.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
