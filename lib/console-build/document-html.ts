import { faviconOf } from '../render/mark.ts';
import { markup } from '../render/markup.ts';
import type { SiteDocument, SiteSettings } from './documents.ts';

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
