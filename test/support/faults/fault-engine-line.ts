import { connect, type Socket } from 'node:net';

export interface EngineAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The engine wants one, whatever it says. */
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=local/20270301/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';

/**
 * One connection to the engine for one request at a time, in bare HTTP/1.1: a run makes hundreds, and a client of
 * Node's own costs more than the engine does.
 */
export class EngineLine {
  #socket: Socket;
  #host: string;
  #turn: Promise<unknown> = Promise.resolve();
  #read: Buffer = Buffer.alloc(0);
  #waiting: { resolve(answer: EngineAnswer): void; reject(error: Error): void } | undefined;

  constructor(endpoint: string) {
    const { hostname, port, host } = new URL(endpoint);
    this.#host = host;
    this.#socket = connect(Number(port), hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk: Buffer) => this.#took(chunk));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('The engine closed the connection.')));
  }

  /** Calls that come together take turns. */
  call(target: string, body: string): Promise<EngineAnswer> {
    const answer = this.#turn.then(() => this.#ask(target, body));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  #ask(target: string, body: string): Promise<EngineAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<EngineAnswer>();
    this.#waiting = { resolve, reject };
    this.#socket.write(
      `POST / HTTP/1.1\r\nhost: ${this.#host}\r\ncontent-type: application/x-amz-json-1.0\r\n` +
        `x-amz-target: ${target}\r\nx-amz-date: 20270301T120000Z\r\nauthorization: ${AUTHORIZATION}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #took(chunk: Buffer): void {
    this.#read = this.#read.length === 0 ? chunk : Buffer.concat([this.#read, chunk]);
    const headEnd = this.#read.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#read.subarray(0, headEnd).toString('latin1');
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`The engine answered without a length: ${head}`);
    const end = headEnd + 4 + length;
    if (this.#read.length < end) return;
    const body = this.#read.subarray(headEnd + 4, end);
    this.#read = this.#read.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({
      statusCode: Number(head.slice(9, 12)),
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body,
    });
  }
}
