import type { IncomingHttpHeaders } from 'node:http';
import { startLoopbackServer } from './loopback-server.ts';

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
  const server = await startLoopbackServer((req, body, res) => {
    const { method = '', url = '', headers } = req;
    calls.push({ method, url, headers, body });
    if (started.answer !== null)
      res.writeHead(started.answer.status, started.answer.headers).end(started.answer.body);
  });
  const started: LambdaServer = { ...server, calls, answer };
  return started;
}
