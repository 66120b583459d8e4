import { faviconOf } from '../../render/mark.ts';
import { markOf } from '../../render/brand.ts';
import { markup, type Markup } from '../../render/markup.ts';
import { headOf } from '../documents.ts';
import type { Article } from './article.ts';
import { DOC_GROUPS, DOC_PAGES, DOCS, type DocPage } from './doc-pages.ts';

/** The hashed addresses of what a page of the documentation loads. */
export interface DocAssets {
  script: string;
  style: string;
}

export function articleHtml(article: Article, assets: DocAssets): string {
  const { title, html, slug } = article;
  const main = markup`<nav class="doc-pages" aria-label="Documentation">
<p><a href="${DOCS}">All pages</a></p>
${DOC_GROUPS.map(
  ({ name, pages }) => markup`<p class="soft">${name}</p>
<ul>${pages.map((page) => pageLink(page, slug === page[0] ? headingsOf(article) : undefined))}</ul>
`,
)}</nav>
<main id="main" class="article" tabindex="-1">
${SEARCH}
${html}
<p class="doc-end"><a href="${DOCS}">All pages</a> <a href="/app">To your monitors</a></p>
</main>`;
  const [, , description = ''] = DOC_PAGES.find(([each]) => each === slug) ?? [];
  return page({ title: `${title} · Rollcall`, description, main }, assets);
}

/** The list of all pages, which is all there is to find them by where no script runs. */
export function indexHtml(assets: DocAssets): string {
  const main = markup`<main id="main" class="article doc-index" tabindex="-1">
<h1 tabindex="-1">Documentation</h1>
${SEARCH}
${DOC_GROUPS.map(
  ({ name, pages }) => markup`<h2>${name}</h2>
<ul class="doc-list">${pages.map(
    ([slug, label, about]) => markup`<li><a href="${DOCS}/${slug}">${label}</a><p>${about}</p></li>
`,
  )}</ul>
`,
)}</main>`;
  const description = 'How to watch jobs and machines with Rollcall, and who hears of them.';
  return page({ title: 'Documentation · Rollcall', description, main }, assets);
}

/** Shown by the script that answers it. */
const SEARCH = markup`<search class="doc-search" hidden>
<label for="find">Search the documentation</label>
<input id="find" type="search" autocomplete="off" spellcheck="false">
<p class="hint" role="status"></p>
<ol></ol>
</search>`;

function pageLink([slug, label]: DocPage, headings?: Markup): Markup {
  const current = headings ? markup` aria-current="page"` : null;
  return markup`<li><a href="${DOCS}/${slug}"${current}>${label}</a>${headings ?? null}</li>
`;
}

function headingsOf({ sections }: Article): Markup {
  const seconds = sections.filter(({ depth }) => depth === 2);
  return markup`${seconds.length > 1 ? markup`<ul>${seconds.map(({ id, heading }) => markup`<li><a href="#${id}">${heading}</a></li>`)}</ul>` : null}`;
}

/** The frame of the site around a page, as the console draws it for the others (`lib/console/site`). */
function page(
  { title, description, main }: { title: string; description: string; main: Markup },
  { script, style }: DocAssets,
): string {
  return String(markup`${headOf({ title, description })}
<link rel="icon" href="${faviconOf('plain')}">
<link rel="stylesheet" href="${style}">
<script type="module" blocking="render" src="${script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar site-bar">
<a class="brand" href="/">${markOf('plain')}Rollcall</a>
<nav aria-label="Site"><ul>
${SITE_LINKS.map(
  ([path, label]) => markup`<li><a href="${path}">${label}</a></li>
`,
)}</ul></nav>
</header>
<div class="docs">
${main}
</div>
</body>
</html>
`);
}

const SITE_LINKS = [
  ['/app', 'Console'],
  [DOCS, 'Docs'],
  ['/api/pricing', 'Pricing'],
  ['/account', 'Sign in'],
] as const;
