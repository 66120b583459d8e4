import { globSync, readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { LIMITS } from '../domain/limits.ts';
import { tokenStyle } from '../render/tokens.ts';

/** The sheet that all pages of the service are built from. */
export const tokens: Plugin = {
  name: 'tokens',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^rollcall:tokens$/ }, ({ path }) => ({ path, namespace: 'tokens' }));
    onLoad({ filter: /.*/, namespace: 'tokens' }, () => ({ contents: tokenStyle(), loader: 'css' }));
  },
};

/** What nearly every screen needs is in these folders. */
const SHARED = '{api,frame,parts,state,words}/*.{ts,tsx}';

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

const IMPORTED_LIMITS = /import \{ LIMITS \} from '[^']+';/;
const NAMED_LIMIT = /\bLIMITS\.(\w+)/g;
const VALUES = new Map<string, unknown>(Object.entries(LIMITS));

/** The numbers of the specification where they are used, so that a page or a bundle has those alone, and no file of them. */
export const limits: Plugin = {
  name: 'limits',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
      contents: withValues(readFileSync(path, 'utf8')),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

function withValues(source: string): string {
  const values = source.replaceAll(NAMED_LIMIT, (_, name: string) => `(${JSON.stringify(VALUES.get(name))})`);
  const unimported = values.replace(IMPORTED_LIMITS, '');
  // Whoever takes several at once imports them all.
  return /\bLIMITS\b/.test(unimported) ? values : unimported;
}
