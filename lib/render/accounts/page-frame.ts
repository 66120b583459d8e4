import type { Profile } from '../../domain/accounts/profile.ts';
import { brand, brandLink } from '../brand.ts';
import { faviconOf } from '../mark.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { BASE_STYLE, CARD_STYLE, FORM_STYLE } from '../base-style.ts';

/** The only stylesheet of the account's pages. */
const ACCOUNT_STYLE = `${BASE_STYLE}${CARD_STYLE}${FORM_STYLE}
.top bdi{color:var(--ink)}
`;

/** A page of the account: what stands in its tab, its band and below. */
interface Framed {
  title: string;
  heading: string;
  /** Whose page it is; null for nobody's. */
  email: string | null;
  theme: Profile['theme'];
  main: Markup;
}

/** What the account's pages share. To be sent with `accountPageSecurity`. */
export function pageFrame({ title, heading, email, theme, main }: Framed): string {
  return String(markup`<!doctype html>
<html lang="en" data-theme="${theme}"><head><meta charset="utf-8">
<title>${title} · Rollcall</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${faviconOf('plain')}">
<style>${trustedMarkup(ACCOUNT_STYLE)}</style></head>
<body>
<header><p class="top">${email === null ? brand() : brandLink()}${email === null ? null : markup`<span>signed in as <bdi>${email}</bdi></span>`}</p>
<h1>${heading}</h1></header>
<main>
${main}
</main>
<footer><p><a href="/api">API</a></p></footer>
</body></html>
`);
}
