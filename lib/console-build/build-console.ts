import { resolve } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { calledOperations } from './called-operations.ts';
import { DOCUMENT_CACHE, HASHED_CACHE, type ConsoleFile } from './console-file.ts';
import { documentsOf, type SiteSettings, type SiteDocument } from './documents.ts';
import { limits, shared, SHARED_MODULE, tokens } from './plugins.ts';
import { faviconOf } from '../render/mark.ts';
import { markup } from '../render/markup.ts';

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

/** The files that the site is made of, with those of packages. */
export async function consoleSources(): Promise<string[]> {
  const { metafile } = await build({ ...SETTINGS, define: { OPERATIONS: calledTable() } });
  return Object.keys(metafile.inputs).map((file) => resolve(SOURCES, file));
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
  plugins: [tokens, shared, limits],
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

/** The addresses of what a document loads. */
export interface Loaded {
  script: string;
  /** Chunks that the first screen needs: asked for at once instead of one after another. */
  preloaded: readonly string[];
  style: string;
}

/** The HTML of a document: no inline script and no inline style, so that the policy needs to allow none. */
export function documentHtml(
  { title, description, indexed }: SiteDocument,
  { arePublicPagesShown }: SiteSettings,
  loaded: Loaded,
): string {
  return String(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta name="public-pages" content="${arePublicPagesShown ? 'on' : 'off'}">
${indexed ? null : markup`<meta name="robots" content="noindex">\n`}<link rel="icon" href="${faviconOf('plain')}">
<link rel="stylesheet" href="${loaded.style}">
<script type="module" src="${loaded.script}"></script>
${loaded.preloaded.map((href) => markup`<link rel="modulepreload" href="${href}">\n`)}</head>
<body>
<div id="app"></div>
<noscript><p class="noscript">This page needs JavaScript. All that it does can be done by its API too: <a href="/api/">/api/</a>, or by an agent: <a href="/llms.txt">/llms.txt</a>.</p></noscript>
</body>
</html>
`);
}
