import { type Markup, markup, trustedMarkup } from '../markup.ts';

// The colours of tokens.ts, spelled out: the sheet is larger than all that the function of pings has left to load.
const STYLE =
  'html{font:1rem/1.5 system-ui;color-scheme:light dark;background:light-dark(#f9f8f5,#111417);color:light-dark(#1b2026,#e9e7e1)}main{max-width:42rem;margin:auto;padding:1rem}code{display:block;margin:0 0 1rem;padding:1rem;border-radius:8px;background:light-dark(#f0eee8,#20252a);overflow-wrap:anywhere}button{font:inherit;font-weight:600;padding:.6rem 1rem;border:0;border-radius:8px;background:light-dark(#3b4ba3,#aab6fb);color:light-dark(#ffffff,#111417)}';

/** What a browser is shown that opens a ping URL: how a job calls it, and a button that sends the signal. */
export function pingUrlPage(url: string, button: string): string {
  return page(markup`<h1>This is a ping URL</h1>
<p>Opening it in a browser records nothing. A job calls it like this:</p>
<code>curl -fsS -m 10 --retry 5 -o /dev/null ${url}</code>
<form method="post"><button>${button}</button></form>`);
}

/** What a browser is shown that opens a URL under `/in/` which can be no monitor's. */
export function noPingUrlPage(detail: string): string {
  return page(markup`<h1>This is not a ping URL</h1>
<p>${detail}</p>`);
}

function page(content: Markup): string {
  return String(markup`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Ping URL</title>
<style>${trustedMarkup(STYLE)}</style>
<main><b>Rollcall</b>
${content}
</main></html>`);
}
