import { defineConfig } from 'vitest/config';
import { FlakyReporter, SECOND_TRY } from './bin/flaky-reporter.ts';
import { SkipReporter } from './bin/skip-reporter.ts';

/** What others wrote is the judge, on a real chain too, which needs Linux on x64: `npm run test:referees`. */
export default defineConfig({
  test: {
    reporters: ['default', new SkipReporter(), new FlakyReporter()],
    include: ['test/referees/**/*.test.ts', 'test/referees/chain/*.chain.ts'],
    globalSetup: ['test/support/run-folder.ts'],
    isolate: false,
    retry: SECOND_TRY,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
