import { configDefaults, defineConfig } from 'vitest/config';
import { LongFirst } from './bin/long-first.ts';
import { SkipReporter } from './bin/skip-reporter.ts';

export default defineConfig({
  test: {
    reporters: ['default', new SkipReporter()],
    include: ['test/**/*.test.ts'],
    // They have a command of their own.
    exclude: [...configDefaults.exclude, 'test/collectors/**'],
    // Files share their workers: a worker for each would load the same modules and start an engine again.
    isolate: false,
    sequence: { sequencer: LongFirst },
    // One more than the cores: tests wait for sockets, browsers and a cron daemon.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
  },
});
