import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as Lambda's API got it. */
export interface Invocation {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What it answers: null for nothing, ever. */
export interface LambdaAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

export interface LambdaServer {
  url: string;
  calls: Invocation[];
  answer: LambdaAnswer | null;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Stands in for Lambda's API on loopback. */
export async function startLambdaServer(answer: LambdaAnswer | null): Promise<LambdaServer> {
  const calls: Invocation[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method = '', url = '', headers } = req;
      calls.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      if (started.answer !== null)
        res.writeHead(started.answer.status, started.answer.headers).end(started.answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started: LambdaServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return started;
}
