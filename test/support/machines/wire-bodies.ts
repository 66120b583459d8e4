import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { pushTimeseries, type Timeseries } from 'prometheus-remote-write';

export interface Sent {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What a client sends to the address that it is given, over HTTP; each push is answered by this status. */
export async function sentBy(send: (url: string) => Promise<unknown>, status = 200): Promise<Sent[]> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      sent.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status, { 'content-type': request.headers['content-type'] ?? '' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return sent;
}

/** What a Prometheus client writes of these series: protobuf in snappy. */
export async function remoteWriteOf(series: Timeseries[]): Promise<Buffer> {
  let written: Buffer | undefined;
  await pushTimeseries(series, {
    url: 'http://127.0.0.1',
    fetch: async (_url, init) => {
      written = Buffer.from(new Uint8Array(init?.body ?? new ArrayBuffer(0)));
      return { status: 200, statusText: 'OK', text: async () => '' };
    },
  });
  if (!written) throw new Error('The client sent nothing.');
  return written;
}

/** The series of an exporter's text, `name{label="value"} 1`, as a Prometheus scraped them at once. */
export function seriesOf(exposition: string, atMs: number): Timeseries[] {
  return exposition.split('\n').flatMap((line) => {
    const [, name, marks = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const labels = [...marks.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text]);
    return {
      labels: { __name__: name, instance: 'machine', job: 'node', ...Object.fromEntries(labels) },
      samples: [{ value: Number(value), timestamp: atMs }],
    };
  });
}

/** A message of protobuf from its fields, each with its wire type: text and bytes by length, numbers as said. */
export function message(...fields: ((writer: BinaryWriter) => unknown)[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const field of fields) field(writer);
  return writer.finish();
}

export const inner = (number: number, value: Uint8Array) => (writer: BinaryWriter) =>
  writer.tag(number, 2).bytes(value);
export const words = (number: number, value: string) => (writer: BinaryWriter) =>
  writer.tag(number, 2).string(value);
export const float = (number: number, value: number) => (writer: BinaryWriter) =>
  writer.tag(number, 1).double(value);
export const integer = (number: number, value: number) => (writer: BinaryWriter) =>
  writer.tag(number, 0).int64(value);

/** A snappy block of one literal: what compressors write of bytes that do not repeat. */
export function snappyStored(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(5, 0xfc);
  head.writeUInt32LE(Math.max(0, bytes.length - 1), 1);
  return Buffer.concat([varintOf(bytes.length), ...(bytes.length > 0 ? [head] : []), bytes]);
}

export function varintOf(value: number): Uint8Array {
  return new BinaryWriter().uint32(value).finish();
}
