import type { Profile } from '../../domain/account/profile.ts';
import { faviconOf } from '../feed/page-head.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { ACCOUNT_STYLE } from './page-style.ts';

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
<html lang="en" class="${theme}"><head><meta charset="utf-8">
<title>${title} · Rollcall</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${faviconOf('empty')}">
<style>${trustedMarkup(ACCOUNT_STYLE)}</style></head>
<body>
<header><p class="kicker"><b>Rollcall</b>${email === null ? null : markup` <span>signed in as <bdi>${email}</bdi></span>`}</p>
<h1>${heading}</h1></header>
<main>
${main}
</main>
<footer><p><a href="/api">API</a></p></footer>
</body></html>
`);
}
