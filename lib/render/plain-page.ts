import { BASE_STYLE, CARD_STYLE, FORM_STYLE } from './base-style.ts';
import { brand } from './brand.ts';
import { faviconOf } from './mark.ts';
import { type Markup, markup, trustedMarkup } from './markup.ts';

const STYLE = trustedMarkup(`${BASE_STYLE}${CARD_STYLE}${FORM_STYLE}
body{--page:30rem}
`);

/** What such a page is sent with: its address may be a secret, and it has no scripts. */
export const plainPageSecurity = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** A page that says one thing and asks for one answer. To be sent with `plainPageSecurity`, or a policy that allows as much. */
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
