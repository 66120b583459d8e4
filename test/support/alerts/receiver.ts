import type { IncomingHttpHeaders } from 'node:http';
import { startLoopbackServer } from '../servers/loopback-server.ts';

/** A POST as a receiver got it. */
export interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  text: string;
  json: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
}

/** A webhook receiver on loopback; `answer` is the status it gives, or that it gives none, and may be changed. */
export interface Receiver {
  url: string;
  received: Received[];
  answer: number | 'never';
  /** Where a redirect points. */
  location: string | null;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = await startLoopbackServer((req, text, res) => {
    const json = text.startsWith('{') ? JSON.parse(text) : {};
    received.push({ method: req.method, path: req.url, headers: req.headers, text, json });
    if (receiver.answer === 'never') return;
    res.writeHead(receiver.answer, receiver.location === null ? {} : { location: receiver.location }).end();
  });
  const receiver: Receiver = {
    ...server,
    url: `${server.url}/hook`,
    received,
    answer: 200,
    location: null,
  };
  return receiver;
}
