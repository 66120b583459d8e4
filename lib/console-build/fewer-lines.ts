import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

const UNUSED_PATHS = /\(?paths\.(?:stepped|bars|spline) *= \w+\)?;/g;

/** uPlot without the kinds of lines that no chart of ours draws. */
export const fewerLines: Plugin = {
  name: 'fewer-lines',
  setup({ onLoad }) {
    onLoad({ filter: /uPlot\.esm\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(UNUSED_PATHS, '');
      if (contents === source) throw new Error(`${path} has other paths than it had.`);
      return { contents };
    });
  },
};
