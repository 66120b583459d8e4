import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { stop } from 'esbuild';
import { buildConsole } from '../../console-build/build-console.ts';
import type { ConsoleFile } from '../../console-build/console-file.ts';
import { fileAt, type SiteSettings } from '../../console-build/documents.ts';
import { consoleSecurity } from '../../console-build/security.ts';
import { arePublicPagesShown, urlsOf, type Config } from '../../config/config.ts';
import { takesGzip } from '../../runtime/lambda/gzip.ts';
import type { Before } from '../localhost-only.ts';

type Packed = ConsoleFile & { gzipped: Buffer };

const built = new Map<boolean, Promise<Map<string, Packed>>>();

/** The files of the site by their path, built once in a process: at the first call. */
export function siteHere(settings: SiteSettings): Promise<Map<string, Packed>> {
  const { arePublicPagesShown } = settings;
  const files = built.get(arePublicPagesShown) ?? pack(settings);
  built.set(arePublicPagesShown, files);
  return files;
}

async function pack(settings: SiteSettings): Promise<Map<string, Packed>> {
  const files = await buildConsole(settings);
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
    const settings = { arePublicPagesShown: arePublicPagesShown(config) };
    const file = path.startsWith('/assets/') ? path : fileAt(path, settings);
    if (file === undefined) return false;
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuseMethod(req.method ?? '', res);
    const headers = consoleSecurity(new URL(urlsOf(config).ingest).origin);
    return sendFile(req, res, { path: file, headers, settings });
  };
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

interface Sent {
  path: string;
  headers: Record<string, string>;
  settings: SiteSettings;
}

/** Resolves to false where there is no such file. */
async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { path, headers, settings }: Sent,
): Promise<boolean> {
  const file = (await siteHere(settings)).get(path);
  if (!file) return false;
  const isPacked = takesGzip(req.headers['accept-encoding']?.toString());
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
