import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** What screens are made of, and so what most of them load. */
const ALWAYS = /^(api|parts|state)\//;
/** The app and the screens themselves. */
const OWN = /^(app\.tsx|screens\.ts|(frame|reports|screens)\/)/;
const PACKAGES = new Set(['preact', 'preact/hooks', 'preact/jsx-runtime', '@preact/signals']);
/** What esbuild writes in the place of JSX. */
const WRITTEN = ['jsx', 'jsxs', 'Fragment'];
const IMPORT = /^import \{([^}]*)\} from '([^']+)';$/gm;

/**
 * The modules that stand in one file, the core: what the first screens load, and the parts of all. esbuild alone makes a
 * chunk for each set of screens that share something: fifteen files of some hundred bytes before the first screen, which a
 * browser asks for six at a time.
 */
export interface Core {
  /** The source of a module that exports what others import of them, and so holds nothing that nobody uses. */
  contents: string;
  /** Leaves what stands in the core out, and imports it from there instead. */
  importedFrom(address: string): Plugin;
}

/** Takes what esbuild says of the sources, whose paths are relative to the folder, and the modules to start with. */
export function coreOf(folder: string, { inputs }: Metafile, first: readonly string[]): Core {
  const sources = Object.keys(inputs)
    .filter((source) => /\.tsx?$/.test(source))
    .sort();
  const shared = new Set([...sources.filter((source) => ALWAYS.test(source)), ...reached(inputs, first)]);
  const used = usedOf(folder, shared, sources);
  return {
    contents: [...used].map(([from, names]) => `export { ${[...names].join()} } from '${from}';`).join('\n'),
    importedFrom: (address) => ({
      name: 'core',
      setup({ onResolve }) {
        onResolve({ filter: /^\.|^@?preact/ }, ({ path, resolveDir }) => {
          const isShared = PACKAGES.has(path) || shared.has(relative(folder, resolve(resolveDir, path)));
          return isShared ? { path: address, external: true } : undefined;
        });
      },
    }),
  };
}

/** What the first modules import, and what that imports, without what is their own and without packages. */
function reached(inputs: Metafile['inputs'], first: readonly string[]): string[] {
  const found = new Set(first);
  for (const module of found)
    for (const { path, kind } of inputs[module]?.imports ?? [])
      if (kind === 'import-statement' && !path.includes('node_modules/')) found.add(path);
  return [...found].filter((module) => !OWN.test(module));
}

/**
 * The values that sources beside the core import of it, by where they come from. Throws one sentence for a name that two
 * modules have: it is imported from one file.
 */
function usedOf(folder: string, shared: ReadonlySet<string>, sources: readonly string[]) {
  const used = new Map([['preact/jsx-runtime', new Set(WRITTEN)]]);
  const owners = new Map<string, string>();
  for (const source of sources.filter((each) => !shared.has(each)))
    for (const [, clause = '', from = ''] of readFileSync(join(folder, source), 'utf8').matchAll(IMPORT)) {
      const module = from.startsWith('.') ? join(dirname(source), from) : from;
      if (!shared.has(module) && !PACKAGES.has(module)) continue;
      const address = PACKAGES.has(module) ? module : `./${module}`;
      const names = used.get(address) ?? new Set();
      used.set(address, names);
      for (const name of valuesIn(clause)) {
        const owner = owners.get(name) ?? address;
        if (owner !== address) throw new Error(`${owner} and ${address} both export ${name}: rename one.`);
        owners.set(name, address);
        names.add(name);
      }
    }
  return used;
}

/** The names in the braces of an import, as they are exported. */
function valuesIn(clause: string): string[] {
  const parts = clause.split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => part.split(' as ')[0] ?? '');
}
