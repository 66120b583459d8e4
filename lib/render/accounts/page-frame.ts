import type { Profile } from '../../domain/accounts/profile.ts';
import { brand, brandLink } from '../brand.ts';
import { faviconOf } from '../mark.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { ACCOUNT_SCRIPT } from './page-script.ts';
import { BASE_STYLE, CARD_STYLE, FORM_STYLE, TABLE_STYLE } from '../base-style.ts';

/** The only stylesheet of the account's pages. */
const ACCOUNT_STYLE = `${BASE_STYLE}${CARD_STYLE}${FORM_STYLE}${TABLE_STYLE}
.top bdi{color:var(--ink)}
canvas{display:block;width:8rem;height:8rem;margin-top:var(--space-4);border:1px solid var(--rule);border-radius:var(--radius-m);background:var(--sunken)}
#picture-part>button{margin-top:var(--space-4)}
::file-selector-button{margin-inline-end:var(--space-3);padding:var(--space-1) var(--space-3);border:1px solid var(--edge);border-radius:var(--radius-s);background:var(--sunken);color:inherit;font:inherit}
.copy{margin-block:var(--space-1)}
ul.rows{margin:var(--space-3) 0;padding:0;list-style:none}
.rows li{padding-block:var(--space-3);border-bottom:1px solid var(--rule)}
.rows li:last-child{border-bottom:0}
.rows li>p{margin:0}.rows li>p>b{margin-right:var(--space-2)}
td p{margin:0}
.sum{text-align:right;white-space:nowrap}
.way{display:inline-block;min-height:2.75rem;padding:.65rem 0}
.pair{display:flex;flex-wrap:wrap;gap:0 var(--space-3)}
.pair button{margin-top:var(--space-3)}
.secret{user-select:all;font-size:1.05em;font-weight:600}
`;

/** A page of the account: what stands in its tab, its band and below. */
interface Framed {
  title: string;
  heading: string;
  /** Whose page it is; null for nobody's. */
  email: string | null;
  theme: Profile['theme'];
  main: Markup;
  /** Whether the page has the script, which `scriptedPageSecurity` allows. */
  isScripted?: boolean;
  /** Where the browser goes on to at once. */
  onward?: string;
}

/** What the account's pages share. To be sent with `accountPageSecurity`, or `scriptedPageSecurity` where it is scripted. */
export function pageFrame({
  title,
  heading,
  email,
  theme,
  main,
  isScripted = false,
  onward,
}: Framed): string {
  return String(markup`<!doctype html>
<html lang="en" data-theme="${theme}"><head><meta charset="utf-8">
<title>${title} · Rollcall</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">${onward === undefined ? null : markup`\n<meta http-equiv="refresh" content="0;url=${onward}">`}
<link rel="icon" href="${faviconOf('plain')}">
<style>${trustedMarkup(ACCOUNT_STYLE)}</style></head>
<body>
<header><p class="top">${email === null ? brand() : brandLink()}${email === null ? null : markup`<span>signed in as <bdi>${email}</bdi></span>`}</p>
<h1>${heading}</h1></header>
<main>
${main}
</main>
<footer><p><a href="/api">API</a></p></footer>
${isScripted ? markup`<script>${trustedMarkup(ACCOUNT_SCRIPT)}</script>` : null}
</body></html>
`);
}
