import { resolve } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { HASHED_CACHE, type ConsoleFile } from './console-file.ts';

export const SOURCES = resolve(import.meta.dirname, '../console');
/** Nothing is written there: it only names the files. */
const OUT = resolve('/console');

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  webp: 'image/webp',
};

const SETTINGS = {
  absWorkingDir: SOURCES,
  outdir: OUT,
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  loader: { '.webp': 'file' },
  bundle: true,
  minify: true,
  splitting: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2023', 'chrome120', 'firefox121', 'safari17.2'],
  legalComments: 'none',
  // What fails is thrown, with file and line; printing it too would say it twice.
  logLevel: 'silent',
} as const satisfies BuildOptions;

export interface Bundled {
  assets: ConsoleFile[];
  /** The hashed address of a source of the console; throws where it is in no file. */
  addressOf: (source: string) => string;
  metafile: Metafile;
}

/** Bundles sources of the console, in memory. */
export async function bundle(
  options: Pick<BuildOptions, 'entryPoints' | 'plugins' | 'inject' | 'define' | 'jsx' | 'jsxImportSource'>,
): Promise<Bundled> {
  const { outputFiles, metafile } = await build({ ...SETTINGS, ...options });
  return {
    assets: outputFiles.map(({ path, contents }) => fileOf(`/${path.slice(OUT.length + 1)}`, contents)),
    addressOf: (source) => addressOf(outputOf(metafile, source)),
    metafile,
  };
}

function fileOf(path: string, contents: Uint8Array): ConsoleFile {
  const contentType = CONTENT_TYPES[path.slice(path.lastIndexOf('.') + 1)];
  if (contentType === undefined) throw new Error(`${path} of the console has no known content type.`);
  return { path, body: Buffer.from(contents), contentType, cacheControl: HASHED_CACHE };
}

/** The output that holds a source, as the metafile names it. */
export function outputOf({ outputs }: Metafile, source: string): string {
  const made = Object.entries(outputs);
  const found = made.find(([, output]) => output.entryPoint === source || source in output.inputs);
  if (!found) throw new Error(`${source} of the console is in no file.`);
  return found[0];
}

/** Outputs are named relative to the sources. */
export function addressOf(output: string): string {
  return output.slice(output.lastIndexOf('/assets/'));
}
