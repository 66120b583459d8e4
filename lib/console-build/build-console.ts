import { resolve } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { calledOperations } from './called-operations.ts';
import { DOCUMENT_CACHE, HASHED_CACHE, type ConsoleFile } from './console-file.ts';
import { documentHtml, type Loaded } from './document-html.ts';
import { documentsOf, type SiteSettings } from './documents.ts';
import { limits, lines, shared, SHARED_MODULE, tokens } from './plugins.ts';

const SOURCES = resolve(import.meta.dirname, '../console');
const SCRIPT = 'app.tsx';
const STYLE = 'styles/site.css';
/** The screens that most visits begin with. */
const FIRST_SCREENS: readonly string[] = ['screens/monitors/monitors-screen.tsx'];

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * Builds all files of the site of a deployment, in memory. Rejects with what esbuild says of a file that it cannot build.
 */
export async function buildConsole(settings: SiteSettings): Promise<ConsoleFile[]> {
  const { outputFiles, metafile } = await build({ ...SETTINGS, define: { OPERATIONS: calledTable() } });
  const assets = outputFiles.map(({ path, contents }) => {
    const name = `/${path.slice(OUT.length + 1)}`;
    return fileOf(name, Buffer.from(contents), HASHED_CACHE);
  });
  const loaded = loadedOf(metafile);
  const documents = documentsOf(settings).map((document) => ({
    path: document.file,
    body: Buffer.from(documentHtml(document, settings, loaded)),
    contentType: 'text/html; charset=utf-8',
    cacheControl: DOCUMENT_CACHE,
  }));
  return [...documents, ...assets];
}

/** What `lib/console/api/operations.ts` declares. */
function calledTable(): string {
  return JSON.stringify(calledOperations(SOURCES));
}

/** Nothing is written there: it only names the files. */
const OUT = resolve('/console');

const SETTINGS = {
  absWorkingDir: SOURCES,
  entryPoints: { app: SCRIPT, site: STYLE },
  outdir: OUT,
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  bundle: true,
  minify: true,
  splitting: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2023', 'chrome120', 'firefox121', 'safari17.2'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  inject: [SHARED_MODULE],
  plugins: [tokens, shared, lines, limits],
  legalComments: 'none',
  // What fails is thrown, with file and line; printing it too would say it twice.
  logLevel: 'silent',
} as const satisfies BuildOptions;

function fileOf(path: string, body: Buffer, cacheControl: string): ConsoleFile {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  const contentType = CONTENT_TYPES[ending];
  if (contentType === undefined) throw new Error(`${path} of the console has no known content type.`);
  return { path, body, contentType, cacheControl };
}

/** The hashed addresses, and the chunks behind the script and the first screens. */
function loadedOf({ outputs }: Metafile): Loaded {
  const made = Object.entries(outputs);
  const outputOf = (source: string) => {
    const found = made.find(([, output]) => output.entryPoint === source || source in output.inputs);
    if (!found) throw new Error(`${source} of the console is in no file.`);
    return found[0];
  };
  const script = outputOf(SCRIPT);
  const needed = new Set([script, ...FIRST_SCREENS.map(outputOf)]);
  for (const path of needed)
    for (const { path: next, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') needed.add(next);
  needed.delete(script);
  return {
    script: addressOf(script),
    preloaded: [...needed].map(addressOf),
    style: addressOf(outputOf(STYLE)),
  };
}

/** Outputs are named relative to the sources. */
function addressOf(output: string): string {
  return output.slice(output.lastIndexOf('/assets/'));
}
