import { Refusal } from '../../lib/contract/errors.ts';
import { noPingUrlPage, pingUrlPage } from '../../lib/render/monitors/ping-url-page.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import { urlsOf, type Config } from '../../lib/config/config.ts';
import type { IngestCall } from './ingest-call.ts';

/**
 * A page with the curl line and a button that POSTs, named for what it does. It reads nothing, so it does not tell
 * whether the monitor exists; a URL that can be no monitor's says so.
 */
export function previewPage(config: Config, call: Call, understood: () => IngestCall): Reply {
  try {
    const label = labelOf(understood());
    return replyOf(call, 200, pingUrlPage(urlsOf(config).ingest + spelled(call.path), label));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return replyOf(call, error.status, noPingUrlPage(error.detail ?? error.code));
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

function replyOf(call: Call, status: number, page: string): Reply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: call.method === 'HEAD' ? '' : page,
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
