import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the table answers: a status and the JSON of its body. */
export interface TableAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** A request on its way to the table, in the form it has on the wire. */
export interface TableRequest {
  /** Such as `PutItem`. */
  operation: string;
  // Wire values are read loosely: a test knows what it sent.
  input: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
  /** Lets the table answer, this input unless another is given. */
  forward(input?: Record<string, unknown>): Promise<TableAnswer>;
}

/** A real HTTP server between the SDK and the table. */
export interface TableProxy {
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Answers each request as `meet` says. */
export async function startTableProxy(
  endpoint: string,
  meet: (request: TableRequest) => Promise<TableAnswer>,
): Promise<TableProxy> {
  const server = createServer(async (req, res) => {
    const text = Buffer.concat(await req.toArray()).toString();
    const target = String(req.headers['x-amz-target']);
    const forward = (input?: Record<string, unknown>) =>
      forwarded(endpoint, req.headers, input ? JSON.stringify(input) : text);
    const { status, body } = await meet({
      operation: target.split('.')[1] ?? '',
      input: JSON.parse(text),
      forward,
    });
    res.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The table's own refusal of a call, as the SDK reads it. */
export function refusal(name: string): TableAnswer {
  return {
    status: 400,
    body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'A fault of the test.' },
  };
}

function forwarded(
  endpoint: string,
  { 'x-amz-target': target, authorization, 'x-amz-date': date }: NodeJS.Dict<string | string[]>,
  text: string,
): Promise<TableAnswer> {
  const headers = {
    'x-amz-target': String(target),
    'x-amz-date': String(date),
    authorization: String(authorization),
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, { method: 'POST', headers }, async (reply) => {
      const body = Buffer.concat(await reply.toArray()).toString();
      resolve({ status: reply.statusCode ?? 0, body: JSON.parse(body) });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
