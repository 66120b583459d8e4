import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { FlakyReporter, SECOND_TRY } from './bin/flaky-reporter.ts';
import { LongFirst } from './bin/long-first.ts';
import { isThorough, LONG_TESTS } from './bin/long-tests.ts';
import { SkipReporter } from './bin/skip-reporter.ts';
import { RUN_FOLDER } from './test/support/run-folder.ts';

export default defineConfig({
  test: {
    reporters: ['default', new SkipReporter(), new FlakyReporter()],
    include: ['test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // They have commands of their own.
      'test/collectors/**',
      'test/referees/**',
      ...(isThorough() ? [] : LONG_TESTS),
    ],
    globalSetup: ['test/support/run-folder.ts', 'test/support/browser/warm-browser.ts'],
    setupFiles: ['test/support/quick-imports.ts', 'test/support/chance-seed.ts'],
    // Files share their workers: a worker for each would load the same modules and start an engine again.
    isolate: false,
    sequence: { sequencer: LongFirst },
    // One more than the cores: tests wait for sockets, browsers and a cron daemon.
    maxWorkers: 3,
    // Side by side with the other workers, threads of its own for its garbage cost a worker a tenth of its CPU.
    execArgv: ['--single-threaded-gc'],
    // Programs that tests start, such as bin/local.ts, keep what Node compiled of their modules for the next one.
    env: { NODE_COMPILE_CACHE: join(RUN_FOLDER, 'compiled') },
    // What is polled comes sooner or later on a busy machine; by default a second is all that it gets.
    expect: { poll: { timeout: 15_000 } },
    // Node reads the modules itself, which takes less of the processor than Vite's own runner.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    retry: SECOND_TRY,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
  },
});
