/** What came of asking another service: nothing is known of what it did where it is `unavailable`. */
export type PostAnswer<T> = { kind: 'answered'; answer: T } | { kind: 'unavailable'; why: Unavailable };

/** Fit for a log: nothing of either body, nor a URL. */
export type Unavailable =
  | 'no_credentials'
  | 'no_connection'
  | 'timeout'
  | 'redirect'
  | 'status'
  | 'too_large'
  | 'not_json'
  | 'failed'
  | 'shape';

export interface JsonRequest {
  url: string;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  /** For all of it: connection, headers and body. */
  timeoutMs: number;
}

export interface JsonReply {
  status: number;
  headers: Headers;
  json: unknown;
}

const ANSWER_MAX_BYTES = 262_144;

/**
 * Has the connection end with its call. While Lambda holds a function still, who is at the other end may end one that is
 * kept, and the next call over it would fail, without anybody knowing whether it was carried out.
 */
export const NOT_KEPT = { connection: 'close' } as const;

/** POSTs JSON once and reads JSON, with an end in time and size. Follows no redirect and throws nothing. */
export function postJson({ url, body, headers, timeoutMs }: JsonRequest): Promise<PostAnswer<JsonReply>> {
  return exchange(url, timeoutMs, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
  });
}

/** The same for what is read with GET. */
export function getJson({
  url,
  timeoutMs,
}: Pick<JsonRequest, 'url' | 'timeoutMs'>): Promise<PostAnswer<JsonReply>> {
  return exchange(url, timeoutMs, { headers: { accept: 'application/json' } });
}

type Init = Pick<RequestInit, 'method' | 'body'> & { headers: Readonly<Record<string, string>> };

async function exchange(url: string, timeoutMs: number, init: Init): Promise<PostAnswer<JsonReply>> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { ...init.headers, ...NOT_KEPT },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status >= 300 && response.status < 400) return await left(response, 'redirect');
    const bytes = await bytesOf(response, ANSWER_MAX_BYTES);
    if (bytes === null) return unavailable('too_large');
    return readJson(response, bytes);
  } catch (error) {
    return unavailable(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'no_connection');
  }
}

export function unavailable(why: Unavailable): { kind: 'unavailable'; why: Unavailable } {
  return { kind: 'unavailable', why };
}

function readJson({ status, headers }: Response, bytes: Buffer): PostAnswer<JsonReply> {
  try {
    return { kind: 'answered', answer: { status, headers, json: JSON.parse(bytes.toString('utf8')) } };
  } catch {
    return unavailable(status >= 400 ? 'status' : 'not_json');
  }
}

/** The body of an answer; null where it is longer than that, and then the connection is ended. */
export async function bytesOf(response: Response, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function left(response: Response, why: Unavailable): Promise<PostAnswer<never>> {
  await response.body?.cancel();
  return unavailable(why);
}
