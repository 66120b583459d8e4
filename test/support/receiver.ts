import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const json = text.startsWith('{') ? JSON.parse(text) : {};
      received.push({ method: req.method, path: req.url, headers: req.headers, text, json });
      if (receiver.answer === 'never') return;
      res.writeHead(receiver.answer, receiver.location === null ? {} : { location: receiver.location }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: 200,
    location: null,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
