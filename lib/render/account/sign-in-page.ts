import { markup } from '../markup.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A page that says why nobody was signed in, with a link that begins anew, and its headers. */
export function signInPage(
  sentence: string,
  retryPath: string | null,
): { text: string; headers: Record<string, string> } {
  const text = String(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Not signed in - Rollcall</title><link rel="icon" href="data:,">
<style>:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}</style></head>
<body><main><h1>You are not signed in</h1>
<p>${sentence}</p>
${retryPath === null ? null : markup`<p><a href="${retryPath}">Try again</a></p>`}
</main></body></html>
`);
  return {
    text,
    headers: { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' },
  };
}
