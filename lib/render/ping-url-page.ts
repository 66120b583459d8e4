import { type Markup, markup } from './markup.ts';

/** What a browser is shown that opens a ping URL: how a job calls it, and a button that sends the signal. */
export function pingUrlPage(url: string, button: string): string {
  return page(markup`<h1>This is a ping URL</h1>
<p>Opening it in a browser records nothing. A job calls it like this:</p>
<p><code>curl -fsS -m 10 --retry 5 -o /dev/null ${url}</code></p>
<form method="post"><button>${button}</button></form>`);
}

/** What a browser is shown that opens a URL under `/in/` which can be no monitor's. */
export function noPingUrlPage(detail: string): string {
  return page(markup`<h1>This is no ping URL</h1>
<p>${detail}</p>`);
}

function page(content: Markup): string {
  return String(markup`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Ping URL</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}code{overflow-wrap:anywhere}button{font:inherit;padding:.5rem 1rem}</style>
${content}
</html>`);
}
