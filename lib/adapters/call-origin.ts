import { bytesOf, NOT_KEPT, type Unavailable } from './post-json.ts';

/** A call of an origin of this service. */
export interface OriginCall {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** For all of it: connection, headers and body. */
  timeoutMs: number;
  /** Of the body of the answer. */
  maxBytes: number;
}

/** What came of it; nothing is known of what a call did whose answer is `unavailable`. */
export type OriginReply =
  | { kind: 'answered'; status: number; headers: Headers; text: string }
  | { kind: 'too_long'; status: number; headers: Headers }
  | { kind: 'unavailable'; why: Unavailable };

/** Calls once, follows no redirect and throws nothing. */
export async function callOrigin(call: OriginCall): Promise<OriginReply> {
  const { method, url, headers, body, timeoutMs, maxBytes } = call;
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...NOT_KEPT },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    const bytes = await bytesOf(response, maxBytes);
    if (bytes === null) return { kind: 'too_long', status, headers: response.headers };
    return { kind: 'answered', status, headers: response.headers, text: bytes.toString('utf8') };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'unavailable', why: isLate ? 'timeout' : 'no_connection' };
  }
}
