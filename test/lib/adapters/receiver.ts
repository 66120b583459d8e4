import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Credentials } from './self-signed.ts';

export interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A real server on loopback that keeps what it is sent; closes with its `using` block. */
export interface Receiver extends AsyncDisposable {
  port: number;
  received: Received[];
  /** Connections opened, whether or not a request came through. */
  connections: () => number;
}

/** Starts a receiver that answers each request by `answer`, after its body came in. */
export async function receiver(
  answer: (response: http.ServerResponse, url: string) => void,
  tls?: Credentials,
): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const onRequest = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    answer(response, url ?? '');
  };
  const server = tls === undefined ? http.createServer(onRequest) : https.createServer(tls, onRequest);
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
