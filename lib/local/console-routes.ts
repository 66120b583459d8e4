import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { stop } from 'esbuild';
import { buildConsole } from '../console-build/build-console.ts';
import type { ConsoleFile } from '../console-build/console-file.ts';
import { documentAt } from '../console-build/documents.ts';
import { consoleSecurity } from '../console-build/security.ts';
import { told, urlsOf, type Config } from '../runtime/config.ts';
import type { Before } from './own-callers.ts';

type Packed = ConsoleFile & { gzipped: Buffer };

let built: Promise<Map<string, Packed>> | undefined;

/** The files of the console by their path, built once in a process: at the first call. */
export function consoleHere(): Promise<Map<string, Packed>> {
  built ??= pack();
  return built;
}

async function pack(): Promise<Map<string, Packed>> {
  const files = await buildConsole();
  // Its process would live as long as this one.
  await stop();
  return new Map(files.map((file) => [file.path, { ...file, gzipped: gzipSync(file.body) }]));
}

/**
 * The console and the other pages of the site as the gateway's `before` hook, as CloudFront and a bucket serve them in
 * AWS: whatever else is asked is left to the functions.
 */
export function consoleRoutes(config: Pick<Config, 'publicPages' | 'urls'>): Before {
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const path = (req.url ?? '').replace(/[?#].*$/s, '');
    if (path.startsWith('/assets/')) return sendFile(req, res, path, {});
    const document = documentAt(path);
    if (!document || (document.forStrangers && !arePublicPagesShown(config))) return false;
    return sendFile(req, res, document.file, consoleSecurity(new URL(urlsOf(config).ingest).origin));
  };
}

/** Whether the pages for strangers are served. */
function arePublicPagesShown(config: Pick<Config, 'publicPages'>): boolean {
  return told(config.publicPages, 'whether strangers are welcome').areShown;
}

/** Resolves to false where there is no such file. */
async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const file = (await consoleHere()).get(path);
  if (!file) return false;
  const isPacked = /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''));
  const body = isPacked ? file.gzipped : file.body;
  res.writeHead(200, {
    'content-type': file.contentType,
    'content-length': body.byteLength,
    ...(isPacked && { 'content-encoding': 'gzip' }),
    vary: 'Accept-Encoding',
    'cache-control': file.cacheControl,
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  res.end(req.method === 'HEAD' ? undefined : body);
  return true;
}
