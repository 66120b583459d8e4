import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLoopbackServer } from '../servers/loopback-server.ts';

/** What a server does instead of giving its answer. */
export type HttpFault =
  | 'hang'
  | 'reset'
  | 'status 500'
  | 'html 502'
  | 'redirect'
  | 'huge'
  | 'wrong shape'
  /** Gives it, but not before half a second has gone by. */
  | 'slow'
  /** Begins it and never ends. */
  | 'half';

const HUGE_BYTES = 1_000_000;
const SLOW_MS = 500;

/** Answers with a body as JSON, or with the fault. */
export function answerWith(res: ServerResponse, body: unknown, fault: HttpFault | null): void {
  const json = (status: number, value: unknown) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const faults: Record<HttpFault, () => unknown> = {
    hang: () => {},
    reset: () => res.socket?.resetAndDestroy(),
    'status 500': () => json(500, body),
    'html 502': () => res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    redirect: () => res.writeHead(307, { location: '/elsewhere' }).end(),
    huge: () => json(200, { ...Object(body), more: 'x'.repeat(HUGE_BYTES) }),
    'wrong shape': () => json(200, { ok: 'yes' }),
    slow: () => setTimeout(() => json(200, body), SLOW_MS),
    half: () => {
      res.writeHead(200, { 'content-type': 'application/json' });
      res.write(JSON.stringify(body).slice(0, 10));
    },
  };
  if (fault === null) json(200, body);
  else faults[fault]();
}

/** A server on loopback that reads JSON and answers by `answer`. */
export async function serveJson(
  answer: (req: IncomingMessage, body: any, res: ServerResponse) => Promise<void>, // oxlint-disable-line typescript/no-explicit-any
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { url, [Symbol.asyncDispose]: stop } = await startLoopbackServer((req, text, res) => {
    void answer(req, text === '' ? {} : JSON.parse(text), res).catch((error: unknown) =>
      res.writeHead(599).end(String(error)),
    );
  });
  return { url, stop };
}
