/**
 * `CHANCE_SEED=<integer>` draws the same values in every run, so that CI judges a commit by what it changed; without it
 * tests of chance draw anew each time.
 */
const seed = process.env['CHANCE_SEED'];
if (seed !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed) });
}
