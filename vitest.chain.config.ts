import { defineConfig } from 'vitest/config';

/** The tests on a real chain, which needs Linux on x64: `npm run test:chain`. */
export default defineConfig({
  test: {
    include: ['test/chain/**/*.chain.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
