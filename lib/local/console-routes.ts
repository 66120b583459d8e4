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
    const path = (req.url ?? '').replace(/[?#].*$/s, '');
    const file = path.startsWith('/assets/') ? path : documentShownAt(path, config);
    if (file === undefined) return false;
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuseMethod(req.method ?? '', res);
    return sendFile(req, res, file, consoleSecurity(new URL(urlsOf(config).ingest).origin));
  };
}

function documentShownAt(path: string, config: Pick<Config, 'publicPages'>): string | undefined {
  const document = documentAt(path);
  return document?.forStrangers && !arePublicPagesShown(config) ? undefined : document?.file;
}

/** Whether the pages for strangers are served. */
function arePublicPagesShown(config: Pick<Config, 'publicPages'>): boolean {
  return told(config.publicPages, 'whether strangers are welcome').areShown;
}

/** In the words of the function at CloudFront. */
function refuseMethod(method: string, res: ServerResponse): true {
  const allow = 'GET, HEAD';
  const refusal = { error: 'metodo_nao_permitido', detail: `${method} is not one of ${allow} at this path.` };
  res.writeHead(405, {
    allow,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    // What is left of a body that nobody reads must not be taken for the next request.
    connection: 'close',
  });
  res.end(JSON.stringify(refusal));
  return true;
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
    ...headers,
  });
  res.end(req.method === 'HEAD' ? undefined : body);
  return true;
}
