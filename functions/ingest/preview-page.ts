import { Refusal } from '../../lib/contract/errors.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import type { Config } from '../../lib/runtime/config.ts';
import { originsOf } from '../../lib/runtime/origins.ts';
import { ingestCallOf, type IngestCall } from './ingest-call.ts';

/**
 * A page with the curl line and a button that POSTs, named for what it does. It reads nothing, so it does not tell
 * whether the monitor exists; a URL that can be no monitor's says so.
 */
export function previewPage(config: Config, call: Call): Reply {
  try {
    const ingestCall = ingestCallOf(call);
    const url = escaped(originsOf(config).ingest + spelled(call.path));
    return pageOf(call, 200, [
      '<h1>This is a ping URL</h1>',
      '<p>Opening it in a browser records nothing. A job calls it like this:</p>',
      `<p><code>curl -fsS -m 10 --retry 5 -o /dev/null ${url}</code></p>`,
      `<form method="post"><button>${labelOf(ingestCall)}</button></form>`,
    ]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return pageOf(call, error.status, [
      '<h1>This is no ping URL</h1>',
      `<p>${escaped(error.detail ?? error.code)}</p>`,
    ]);
  }
}

/** What pressing the button records. */
function labelOf({ signal: { kind }, exitCode }: IngestCall): string {
  if (exitCode !== null) return `Report exit code ${exitCode}, a ${exitCode === 0 ? 'success' : 'failure'}`;
  switch (kind) {
    case 'ping':
      return 'Ping now';
    case 'start':
      return 'Report a start';
    case 'fail':
      return 'Report a failure';
    case 'log':
      return 'Record a log entry';
  }
}

function pageOf(call: Call, status: number, lines: string[]): Reply {
  const body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Ping URL</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}code{overflow-wrap:anywhere}button{font:inherit;padding:.5rem 1rem}</style>
${lines.join('\n')}
</html>`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': call.requestId,
    },
    body: call.method === 'HEAD' ? '' : body,
  };
}

/**
 * The path as a URL spells it. Anyone can send a link with any path, so nothing in the command that people copy from
 * here may be more than one word to a shell.
 */
function spelled(path: string): string {
  const encode = (segment: string) =>
    encodeURIComponent(segment.toWellFormed()).replaceAll(
      /[!'()*~]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return path.split('/').map(encode).join('/');
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
