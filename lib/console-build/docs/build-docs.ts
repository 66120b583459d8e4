import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundle } from '../bundle.ts';
import { documentFile, type ConsoleFile } from '../console-file.ts';
import { tokens } from '../plugins.ts';
import { articleOf, type Article } from './article.ts';
import { articleHtml, indexHtml } from './doc-html.ts';
import { DOC_PAGES, DOCS } from './doc-pages.ts';
import { searchIndex } from './search-index.ts';

const MARKDOWN = resolve(import.meta.dirname, '../../../docs');
const SCRIPT = 'docs/docs.ts';
const STYLE = 'styles/docs.css';

/** Every page of the documentation as its Markdown says today. */
export function articles(): Article[] {
  return DOC_PAGES.map(([slug]) => articleOf(slug, readFileSync(resolve(MARKDOWN, `${slug}.md`), 'utf8')));
}

/** The documentation: a file for each page, a list of them, and what its search needs, which nothing else loads. */
export async function buildDocs(): Promise<ConsoleFile[]> {
  const all = articles();
  const { assets, addressOf } = await bundle({
    entryPoints: [SCRIPT, STYLE].map((file) => ({ in: file, out: 'docs' })),
    plugins: [tokens, searched(all)],
  });
  const loaded = { script: addressOf(SCRIPT), style: addressOf(STYLE) };
  return [
    documentFile(`${DOCS}/index.html`, indexHtml(loaded)),
    ...all.map((article) => documentFile(`${DOCS}/${article.slug}.html`, articleHtml(article, loaded))),
    ...assets,
  ];
}

/** The module `rollcall:docs-index`. */
function searched(all: readonly Article[]): Plugin {
  return {
    name: 'docs-index',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^rollcall:docs-index$/ }, () => ({ path: 'docs-index', namespace: 'docs' }));
      onLoad({ filter: /.*/, namespace: 'docs' }, () => ({
        contents: `export const sections = ${JSON.stringify(searchIndex(all))};`,
      }));
    },
  };
}
