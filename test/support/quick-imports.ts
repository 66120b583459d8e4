import { isBuiltin, registerHooks } from 'node:module';

/** A set-up file is read again for each test file; a worker needs this once. */
const DONE = Symbol.for('rollcall.quick-imports');
const worker = globalThis as { [DONE]?: true };

/**
 * A worker of Vitest tells its main process of each import that leads to no package, for the graph by which that watches files: a
 * fifth of what it takes to read ours, and a sixth of each start of a service, whose clients each require a module of Node. A run
 * without watching finds those by itself, and ours too, as each import names its file in full.
 */
if (process.env['VITEST_MODE'] === 'RUN' && !worker[DONE]) {
  worker[DONE] = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const url = isBuiltin(specifier)
        ? `node:${specifier.replace(/^node:/, '')}`
        : ownFile(specifier, context.parentURL);
      return url === null ? nextResolve(specifier, context) : { url, shortCircuit: true };
    },
  });
}

function ownFile(specifier: string, parentURL = ''): string | null {
  const isOurs = /^\..*\.ts$/.test(specifier) && !parentURL.includes('/node_modules/');
  return isOurs ? new URL(specifier, parentURL).href : null;
}
