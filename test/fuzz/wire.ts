import { Agent, request } from 'node:http';
import { textOf } from '../support/service/sent.ts';

/** A request as it goes on the wire: headers in order and as often as they stand, the path untouched. */
export interface WireRequest {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
}

export interface WireReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** One connection, so that requests reach the service in the order they were made. */
export class Wire {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #url: URL;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  send({ method, target, headers, body }: WireRequest): Promise<WireReply> {
    const { hostname, port, host } = this.#url;
    const length = body === null ? [] : ['content-length', String(body.length)];
    const flat = ['host', host, ...headers.flat(), ...length];
    return new Promise((resolve, reject) => {
      const sent = request(
        { agent: this.#agent, hostname, port, method, path: target, headers: flat },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', reject);
          reply.on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              headers: reply.headers,
              text: textOf(Buffer.concat(chunks), reply.headers),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
