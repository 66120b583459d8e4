import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callOrigin } from '../../../lib/adapters/call-origin.ts';
import { getJson, postJson } from '../../../lib/adapters/post-json.ts';
import { startLambdaServer, type LambdaServer } from '../../support/servers/lambda-server.ts';

let server: LambdaServer;
beforeAll(async () => {
  server = await startLambdaServer({ status: 200, body: '{}' });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => void (server.calls.length = 0));

const timeoutMs = 5_000;

it.each([
  ['postJson', () => postJson({ url: server.url, body: {}, headers: { 'x-api-key': 'k' }, timeoutMs })],
  ['getJson', () => getJson({ url: server.url, timeoutMs })],
  [
    'callOrigin',
    () => callOrigin({ method: 'POST', url: server.url, headers: {}, timeoutMs, maxBytes: 1_000 }),
  ],
])('%s leaves no connection behind, which may be dead when the function wakes', async (_name, call) => {
  expect((await call()).kind).toBe('answered');
  expect((await call()).kind).toBe('answered');

  expect(server.calls.map(({ headers }) => headers.connection)).toEqual(['close', 'close']);
});
