import { globSync, readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { tokenStyle } from '../render/tokens.ts';

/** The sheet that all pages of the service are built from. */
export const tokens: Plugin = {
  name: 'tokens',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^rollcall:tokens$/ }, ({ path }) => ({ path, namespace: 'tokens' }));
    onLoad({ filter: /.*/, namespace: 'tokens' }, () => ({ contents: tokenStyle(), loader: 'css' }));
  },
};

/** What nearly every screen needs of these folders. */
const SHARED = '{api,channels,frame,incidents,parts,schedule,state,words}/*.{ts,tsx}';

/** The name by which each file is given all that is shared. */
export const SHARED_MODULE = 'rollcall:shared';

/**
 * One chunk of all that is shared. Without it esbuild makes one for each set of screens that need the same: many small
 * ones, which are packed worse by a sixth and asked for one by one.
 */
export const shared: Plugin = {
  name: 'shared',
  setup({ onResolve, onLoad, initialOptions: { absWorkingDir: cwd = '' } }) {
    onResolve({ filter: /^rollcall:shared$/ }, ({ path }) => ({ path, namespace: 'shared' }));
    onLoad({ filter: /.*/, namespace: 'shared' }, () => ({
      contents: globSync(SHARED, { cwd })
        .toSorted()
        .map((path) => `import './${path}';`)
        .join('\n'),
      resolveDir: cwd,
    }));
  },
};

const UNUSED_PATHS = /\(?paths\.(?:stepped|bars|spline) *= \w+\)?;/g;

/** uPlot without the kinds of lines that no chart of ours draws. */
export const lines: Plugin = {
  name: 'lines',
  setup({ onLoad }) {
    onLoad({ filter: /uPlot\.esm\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(UNUSED_PATHS, '');
      if (contents === source) throw new Error(`${path} has other paths than it had.`);
      return { contents };
    });
  },
};
