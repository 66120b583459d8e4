import { resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { addressOf, bundle, outputOf, SOURCES, type Bundled } from './bundle.ts';
import { calledOperations } from './called-operations.ts';
import { documentFile, type ConsoleFile } from './console-file.ts';
import { buildDocs } from './docs/build-docs.ts';
import { documentsOf, headOf, LANDING, type SiteSettings, type SiteDocument } from './documents.ts';
import { buildLandingScript, landingHtml } from './site/landing.ts';
import { limits, shared, SHARED_MODULE, tokens } from './plugins.ts';
import { faviconOf } from '../render/mark.ts';
import { markup } from '../render/markup.ts';

const SCRIPT = 'app.tsx';
const STYLE = 'styles/site.css';

/**
 * Builds all files of the site of a deployment, in memory. Rejects with what esbuild says of a file that it cannot build.
 */
export async function buildConsole(settings: SiteSettings): Promise<ConsoleFile[]> {
  const docs = await buildDocs();
  const landing = await buildLandingScript();
  const { assets, metafile } = await bundleSite();
  const loaded = loadedOf(metafile);
  const { style, script, preloaded } = loaded;
  const landed = { style, script: landing.script, ahead: [script, ...preloaded] };
  const htmlOf = (document: SiteDocument) =>
    document.file === LANDING
      ? landingHtml(document, settings, landed)
      : documentHtml(document, settings, loaded);
  const documents = documentsOf(settings).map((document) => documentFile(document.file, htmlOf(document)));
  return [...documents, ...docs, ...landing.assets, ...assets];
}

/** The files that the site is made of, with those of packages. */
export async function consoleSources(): Promise<string[]> {
  const { metafile } = await bundleSite();
  return Object.keys(metafile.inputs).map((file) => resolve(SOURCES, file));
}

function bundleSite(): Promise<Bundled> {
  return bundle({
    entryPoints: { app: SCRIPT, site: STYLE },
    define: { OPERATIONS: calledTable() },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    inject: [SHARED_MODULE],
    plugins: [tokens, shared, limits],
  });
}

/** What `lib/console/api/operations.ts` declares. */
function calledTable(): string {
  return JSON.stringify(calledOperations(SOURCES));
}

/** The hashed addresses, and the chunks behind the script, which hold the first screen. */
function loadedOf(metafile: Metafile): Loaded {
  const { outputs } = metafile;
  const script = outputOf(metafile, SCRIPT);
  const needed = new Set([script]);
  for (const path of needed)
    for (const { path: next, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') needed.add(next);
  needed.delete(script);
  return {
    script: addressOf(script),
    preloaded: [...needed].map(addressOf),
    style: addressOf(outputOf(metafile, STYLE)),
  };
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
  return String(markup`${headOf({ title, description })}
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
