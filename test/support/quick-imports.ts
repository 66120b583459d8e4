import { registerHooks } from 'node:module';

/** A set-up file is read again for each test file; a worker needs this once. */
const DONE = Symbol.for('rollcall.quick-imports');
const worker = globalThis as { [DONE]?: true };

/**
 * A worker of Vitest tells its main process of each import, for the graph by which that watches files: a fifth of what it takes
 * to read ours. A run without watching finds them by itself, as each import names its file in full.
 */
if (process.env['VITEST_MODE'] === 'RUN' && !worker[DONE]) {
  worker[DONE] = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL = '' } = context;
      const isOurs = /^\..*\.ts$/.test(specifier) && !parentURL.includes('/node_modules/');
      return isOurs
        ? { url: new URL(specifier, parentURL).href, shortCircuit: true }
        : nextResolve(specifier, context);
    },
  });
}
