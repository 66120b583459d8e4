import { Agent, request, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';

const agent = new Agent({ keepAlive: true });

/** What `fetch` says of itself, whose calls cost more CPU than what is tested. */
const SAID = {
  accept: '*/*',
  'accept-language': '*',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
};

/** A call as `fetch` makes it that follows no redirect. */
export interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface Came {
  status: number;
  headers: Headers;
  text: string;
}

/** Over connections that stay open. Nothing is sent anew: what a service refuses to take fails the test. */
export function sent(url: string, { method, headers, body }: Sent): Promise<Came> {
  const all = {
    ...SAID,
    ...headers,
    // Of a page it says so whatever it is given, and so do calls of tests.
    'sec-fetch-mode': 'cors',
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: all, agent }, (reply) => {
      reply.toArray().then((chunks: Buffer[]) => resolve(came(reply, Buffer.concat(chunks))), reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

function came({ statusCode = 0, rawHeaders, headers }: IncomingMessage, body: Buffer): Came {
  const pairs: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return { status: statusCode, headers: new Headers(pairs), text: textOf(body, headers) };
}

/** A body as it was before it was packed for the way. */
export function textOf(body: Buffer, { 'content-encoding': encoding }: IncomingMessage['headers']): string {
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}
