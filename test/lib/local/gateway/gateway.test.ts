import { createConnection } from 'node:net';
import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type LocalGateway } from '../../../../lib/local/gateway/gateway.ts';
import { StartError } from '../../../../lib/local/start-error.ts';

let gateway: LocalGateway;
let event: APIGatewayProxyEventV2;
let context: Context;
let result: unknown;
let thrown: unknown[];

async function handler(given: APIGatewayProxyEventV2, by: Context): Promise<APIGatewayProxyResultV2> {
  event = given;
  context = by;
  if (result instanceof Error) throw result;
  return result as APIGatewayProxyResultV2;
}

beforeAll(async () => {
  gateway = await startGateway({
    port: 0,
    routes: [
      { method: 'ANY', path: '/in/{id}', handler, functionName: 'ingest' },
      { method: 'GET', path: '/s/{token}', handler },
    ],
    fallback: handler,
    before: (req, res) => {
      if (req.url !== '/_local') return false;
      res.end('kept local');
      return true;
    },
    clock: { now: () => Date.parse('2026-11-05T03:04:05Z') },
    onError: (error) => thrown.push(error),
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  result = { statusCode: 200, body: 'fine' };
  thrown = [];
});

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function send(options: RequestOptions, body?: string | Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const req = request({ port: gateway.port, host: '127.0.0.1', ...options }, (res) => {
      const { statusCode: status = 0, headers } = res;
      text(res).then((body) => resolve({ status, headers, body }), reject);
    });
    req.on('error', reject);
    req.end(body);
  });
}

/** What a socket says to the bytes given; for what an HTTP client would tidy up. */
function sendRaw(bytes: string): Promise<string> {
  return text(createConnection(gateway.port, '127.0.0.1').end(bytes));
}

describe('the event', () => {
  it('carries the route, the path, the query and the caller', async () => {
    await send({ path: '/in/abc?status=200&tag=a&tag=b%20c&empty', headers: { 'User-Agent': 'curl/8' } });

    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /in/{id}',
      rawPath: '/in/abc',
      rawQueryString: 'status=200&tag=a&tag=b%20c&empty',
      queryStringParameters: { status: '200', tag: 'a,b c', empty: '' },
      pathParameters: { id: 'abc' },
      isBase64Encoded: false,
      requestContext: {
        routeKey: 'ANY /in/{id}',
        stage: '$default',
        domainName: `127.0.0.1:${gateway.port}`,
        time: '05/Nov/2026:03:04:05 +0000',
        timeEpoch: 1_793_847_845_000,
        http: {
          method: 'GET',
          path: '/in/abc',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'curl/8',
        },
      },
    });
    expect(event.requestContext.requestId).toMatch(/^\S{8,}$/);
    expect(event).not.toHaveProperty('body');
    expect(event).not.toHaveProperty('cookies');
  });

  it('leaves out query, path parameters and body where there are none', async () => {
    await send({ path: '/nowhere', method: 'POST' });

    expect(event.routeKey).toBe('$default');
    expect(event.rawQueryString).toBe('');
    expect(event).not.toHaveProperty('queryStringParameters');
    expect(event).not.toHaveProperty('pathParameters');
    expect(event).not.toHaveProperty('body');
  });

  it('joins repeated headers in lower case and moves cookies out of them', async () => {
    await sendRaw(
      'GET /in/abc HTTP/1.1\r\nHost: x\r\nX-Tag: a\r\nx-tag: b\r\nAuthorization: one\r\nAuthorization: two\r\n' +
        'Cookie: a=1; b=2\r\nCookie: c=3\r\nConnection: close\r\n\r\n',
    );

    expect(event.headers).toEqual({
      host: 'x',
      'x-tag': 'a,b',
      authorization: 'one,two',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    });
    expect(event.cookies).toEqual(['a=1', 'b=2', 'c=3']);
  });

  it.each([
    ['/in/caf%C3%A9%20au%2Blait', '/in/café au+lait', { id: 'café au+lait' }],
    ['/in/100%', '/in/100%', { id: '100%' }],
    ['/in/%E0%A4%A', '/in/%E0%A4%A', { id: '%E0%A4%A' }],
    ['/s/abc.json', '/s/abc.json', { token: 'abc.json' }],
    ['/in/%252F', '/in/%2F', { id: '%2F' }],
    ['/in/a%2Fb', '/in/a/b', undefined],
    ['/in/a%3Fb%3Fc', '/in/a', { id: 'a' }],
    ['/in/a%253Fb', '/in/a%3Fb', { id: 'a%3Fb' }],
    ['/%3Fa', '/', undefined],
  ])('decodes the path %s once', async (path, rawPath, pathParameters) => {
    await send({ path });

    expect(event.rawPath).toBe(rawPath);
    expect(event.pathParameters).toEqual(pathParameters);
  });

  it('keeps the query of a path that was cut at an encoded question mark', async () => {
    await send({ path: '/in/a%3Fb=1?c=2' });

    expect([event.rawPath, event.rawQueryString]).toEqual(['/in/a', 'c=2']);
  });

  it('takes the path of a request line in absolute form', async () => {
    await sendRaw('GET http://elsewhere.example/in/abc?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

    expect(event.rawPath).toBe('/in/abc');
    expect(event.rawQueryString).toBe('x=1');
  });

  it.each([
    ['application/json', '{"a":"é"}', false],
    ['application/json; charset=utf-8', '{}', false],
    ['Text/Plain', 'hello', false],
    ['application/xml', '<a/>', false],
    ['application/javascript', '1', false],
  ])('passes %s as text', async (contentType, body, isBase64Encoded) => {
    await send({ path: '/in/abc', method: 'POST', headers: { 'content-type': contentType } }, body);

    expect(event).toMatchObject({ body, isBase64Encoded });
  });

  it.each([
    ['curl -d', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a suffixed JSON type', { 'content-type': 'application/problem+json' }],
    ['no content type', {}],
    ['encoded JSON', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('passes the body of %s as base64', async (_case, headers) => {
    await send({ path: '/in/abc', method: 'POST', headers }, 'status=200');

    expect(event).toMatchObject({ body: 'c3RhdHVzPTIwMA==', isBase64Encoded: true });
  });

  it('joins the pieces of a chunked body', async () => {
    await sendRaw(
      'POST /in/abc HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n' +
        'Connection: close\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
    );

    expect(event.body).toBe('abcde');
  });

  it('comes with a context that names the function and counts its time down', async () => {
    await send({ path: '/in/abc' });

    expect(context.functionName).toBe('ingest');
    expect(context.awsRequestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(context.getRemainingTimeInMillis()).toBeGreaterThan(20_000);
    expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(30_000);
  });
});

describe('the reply', () => {
  it('carries status, headers, cookies and the length in bytes', async () => {
    result = {
      statusCode: 201,
      headers: { 'X-Request-Id': 'r1', 'content-type': 'application/json', 'Content-Length': '999' },
      cookies: ['a=1; Path=/', 'b=2'],
      body: '{"name":"café"}',
    };

    const reply = await send({ path: '/in/abc' });

    expect(reply.status).toBe(201);
    expect(reply.body).toBe('{"name":"café"}');
    expect(reply.headers).toMatchObject({
      'x-request-id': 'r1',
      'content-type': 'application/json',
      'content-length': '16',
      'set-cookie': ['a=1; Path=/', 'b=2'],
    });
  });

  it('decodes a base64 body', async () => {
    result = { statusCode: 200, isBase64Encoded: true, body: 'aGk=' };

    expect(await send({ path: '/in/abc' })).toMatchObject({ body: 'hi', headers: { 'content-length': '2' } });
  });

  it('is a 200 of JSON when the function returns a plain object', async () => {
    result = { ok: true };

    const reply = await send({ path: '/in/abc' });

    expect(reply).toMatchObject({ status: 200, body: '{"ok":true}' });
    expect(reply.headers['content-type']).toBe('application/json');
  });

  it.each([
    ['a thrown error', new Error('boom')],
    ['a status that is no number', { statusCode: 'abc' }],
    ['a body that is no text', { statusCode: 200, body: { a: 1 } }],
    ['a header with a line break', { statusCode: 200, headers: { 'x-a': 'a\r\nb: c' }, body: '' }],
  ])('is a plain 500 for %s', async (_case, given) => {
    result = given;

    const reply = await send({ path: '/in/abc' });

    expect(reply).toMatchObject({ status: 500, body: '{"message":"Internal Server Error"}' });
    expect(thrown).toHaveLength(given instanceof Error ? 1 : 0);
  });

  it('to a HEAD has the length of the body but no body', async () => {
    result = { statusCode: 200, headers: { 'content-type': 'text/plain' }, body: 'twelve bytes' };

    const answer = await sendRaw('HEAD /in/abc HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

    expect(answer.toLowerCase()).toContain('\r\ncontent-length: 12\r\n');
    expect(answer).toMatch(/\r\n\r\n$/);
    expect(answer).not.toContain('twelve');
  });

  it.each([
    ['the length the function states', { 'content-length': '7' }, /content-length: 7\r\n/i],
    ['no length where none is known', {}, /^(?!.*content-length)/is],
  ])('to a HEAD without a body has %s', async (_case, headers, expected) => {
    result = { statusCode: 200, headers };

    expect(await sendRaw('HEAD /in/abc HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(expected);
  });

  it.each([204, 304])('of status %i has neither body nor length', async (statusCode) => {
    result = { statusCode, body: 'ignored' };

    const reply = await send({ path: '/in/abc' });

    expect(reply).toMatchObject({ status: statusCode, body: '' });
    expect(reply.headers).not.toHaveProperty('content-length');
  });

  it.each(['declared', 'chunked'])(
    'refuses a %s body over 10 MB and keeps the connection usable',
    async (kind) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const big = Buffer.alloc(10 * 1024 * 1024 + 1);
      const headers =
        kind === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': big.length };

      const reply = await send({ path: '/in/abc', method: 'POST', agent, headers }, big);
      const next = await send({ path: '/in/abc', agent });
      agent.destroy();

      expect(reply).toMatchObject({ status: 413, body: '{"message":"Request Entity Too Large"}' });
      expect(next).toMatchObject({ status: 200, body: 'fine' });
    },
  );

  /** What a body adds to an event besides itself, some of it as long as the numbers of the day. */
  const ENVELOPE = 2_000;
  it.each([
    ['text', 'text/plain', 'a', 1],
    ['text of quotes, two bytes each in JSON', 'text/plain', '"', 2],
    ['control characters, six bytes each', 'text/plain', '\u0001', 6],
    ['base64', 'application/x-www-form-urlencoded', 'a', 4 / 3],
  ])('passes %s up to the 6 MB of a Lambda event and refuses more', async (_what, type, unit, growth) => {
    const post = (bytes: number) =>
      send(
        { path: '/in/abc', method: 'POST', headers: { 'content-type': type, 'content-length': bytes } },
        Buffer.alloc(bytes, unit),
      );

    expect(await post(Math.floor((6_291_456 - ENVELOPE) / growth))).toMatchObject({ status: 200 });
    expect(await post(Math.floor(6_291_456 / growth))).toMatchObject({
      status: 413,
      body: '{"message":"Request Entity Too Large"}',
    });
  });
});

describe('startGateway', () => {
  it('lets the hook answer first', async () => {
    expect(await send({ path: '/_local' })).toMatchObject({ status: 200, body: 'kept local' });
  });

  it('names the port and the way out when the port is taken', async () => {
    const second = startGateway({ port: gateway.port, routes: [], fallback: handler });

    await expect(second).rejects.toThrow(StartError);
    await expect(second).rejects.toThrow(
      `Port ${gateway.port} is already in use; stop what uses it or choose another one with --port.`,
    );
  });

  it('stop ends the request under way, closes idle connections and frees the port', async () => {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<string>();
    const slow = await startGateway({
      port: 0,
      routes: [],
      fallback: (given) => {
        if (given.rawPath === '/quick') return Promise.resolve('quick');
        arrived.resolve();
        return released.promise;
      },
    });
    const agent = new Agent({ keepAlive: true });
    await send({ port: slow.port, path: '/quick', agent });
    const answer = send({ port: slow.port, path: '/slow' });
    await arrived.promise;

    const stopped = slow.stop();
    released.resolve('late but answered');

    expect((await answer).body).toBe('late but answered');
    await stopped;
    await expect(send({ port: slow.port, path: '/quick', agent: false })).rejects.toThrow('ECONNREFUSED');
  });
});
