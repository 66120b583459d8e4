import { connect, type Socket } from 'node:net';
import { answerWith } from './child.ts';
import { quantileOf } from './spread.ts';

/** A closed loop: every connection sends its next request when the answer has come. */
export interface Load {
  port: number;
  /** Taken in turn by all connections. */
  paths: readonly string[];
  connections: number;
  warmUpMs: number;
  measureMs: number;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers with another status than 200, in warm-up and measurement. */
  refused: number;
}

answerWith(run, async () => {});

async function run(load: Load): Promise<LoadResult> {
  const requests = load.paths.map((path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nhost: localhost:${load.port}\r\nuser-agent: curl/8.5.0\r\naccept: */*\r\n\r\n`,
    ),
  );
  const startAtMs = performance.now() + load.warmUpMs;
  const endAtMs = startAtMs + load.measureMs;
  const latencies: number[] = [];
  let turn = 0;
  let refused = 0;
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => opened(load.port)));
  await Promise.all(
    sockets.map(async (socket) => {
      const answers = new Answers(socket);
      for (let sentAtMs = performance.now(); sentAtMs < endAtMs;) {
        socket.write(requests[turn++ % requests.length] ?? '');
        if ((await answers.next()) !== 200) refused += 1;
        const nowMs = performance.now();
        if (nowMs >= startAtMs && nowMs < endAtMs) latencies.push(nowMs - sentAtMs);
        sentAtMs = nowMs;
      }
      socket.destroy();
    }),
  );
  latencies.sort((left, right) => left - right);
  return {
    perSecond: latencies.length / (load.measureMs / 1000),
    p50Ms: quantileOf(latencies, 0.5),
    p99Ms: quantileOf(latencies, 0.99),
    refused,
  };
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Statuses of answers on one connection. Reads just enough of HTTP: every answer states its length. */
class Answers {
  #text = '';
  #waiting: { resolve(status: number): void; reject(error: Error): void } | undefined;
  #error: Error | undefined;

  constructor(socket: Socket) {
    socket.setEncoding('latin1').on('data', (chunk) => {
      this.#text += String(chunk);
      this.#settle();
    });
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')));
  }

  next(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#error) reject(this.#error);
    });
  }

  #settle(): void {
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1]);
    if (Number.isNaN(length)) return this.#fail(new Error('An answer does not state its length.'));
    const end = headEnd + 4 + length;
    if (this.#text.length < end) return;
    const status = Number(this.#text.slice(9, 12));
    this.#text = this.#text.slice(end);
    this.#waiting?.resolve(status);
  }

  #fail(error: Error): void {
    this.#error = error;
    this.#waiting?.reject(error);
  }
}
