import { BASE_STYLE, CARD_STYLE, FORM_STYLE } from './base-style.ts';
import { brand } from './brand.ts';
import { faviconOf } from './mark.ts';
import { type Markup, markup, trustedMarkup } from './markup.ts';

const STYLE = trustedMarkup(`${BASE_STYLE}${CARD_STYLE}${FORM_STYLE}
body{--page:30rem}
`);

/**
 * A page that says one thing and asks for one answer. To be sent with a policy that allows inline styles and pictures
 * in `data:` URLs, and no scripts: it has none.
 */
export function plainPage({
  title,
  heading,
  main,
}: {
  title: string;
  heading: string;
  main: Markup;
}): string {
  return String(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${faviconOf('plain')}">
<style>${STYLE}</style></head>
<body>
<header><p class="top">${brand()}</p>
<h1>${heading}</h1></header>
<main><div class="card">
${main}
</div></main>
</body></html>
`);
}
