import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Refusal } from '../../lib/contract/errors.ts';
import type { Config } from '../../lib/runtime/config.ts';
import { originsOf } from '../../lib/runtime/origins.ts';
import type { LambdaReply } from '../../lib/runtime/replies.ts';
import { callOf, type IngestCall } from './ingest-call.ts';

const PREVIEWERS =
  /slack|facebookexternalhit|facebot|twitterbot|discordbot|telegrambot|whatsapp|linkedinbot|skypeuripreview|mattermost|redditbot|pinterest|google-(?:safety|inspection)|googlebot|bingbot|bingpreview|applebot|iframely|embedly|microsoftpreview|teamsbot/i;

/**
 * True for a GET by a browser or a link previewer: opening a pasted ping URL must not keep a job alive
 * (DECISIONS.md "Ingest" 5).
 */
export function isPreview(event: APIGatewayProxyEventV2): boolean {
  if (event.requestContext.http.method === 'POST') return false;
  const {
    'sec-fetch-mode': mode,
    'sec-purpose': purpose,
    purpose: oldPurpose,
    'user-agent': agent = '',
  } = event.headers;
  return mode === 'navigate' || /prefetch/i.test(`${purpose} ${oldPurpose}`) || PREVIEWERS.test(agent);
}

/**
 * A page with the curl line and a button that POSTs, named for what it does. It reads nothing, so it does not tell
 * whether the monitor exists; a URL that can be no monitor's says so.
 */
export function previewPage(config: Config, event: APIGatewayProxyEventV2): LambdaReply {
  try {
    const call = callOf(event);
    const url = escaped(originsOf(config).ingest + spelled(event.rawPath));
    return pageOf(event, 200, [
      '<h1>This is a ping URL</h1>',
      '<p>Opening it in a browser records nothing. A job calls it like this:</p>',
      `<p><code>curl -fsS -m 10 --retry 5 -o /dev/null ${url}</code></p>`,
      `<form method="post"><button>${labelOf(call)}</button></form>`,
    ]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return pageOf(event, error.status, [
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

function pageOf(event: APIGatewayProxyEventV2, statusCode: number, lines: string[]): LambdaReply {
  const body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Ping URL</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}code{overflow-wrap:anywhere}button{font:inherit;padding:.5rem 1rem}</style>
${lines.join('\n')}
</html>`;
  return {
    statusCode,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': event.requestContext.requestId,
    },
    body: event.requestContext.http.method === 'HEAD' ? '' : body,
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
