import { beforeEach, expect, it } from 'vitest';
import { callOrigin } from '../../../lib/adapters/call-origin.ts';
import { getJson, postJson } from '../../../lib/adapters/post-json.ts';
import { startLambdaServer } from '../../support/servers/lambda-server.ts';
import { shared } from '../../support/service/shared.ts';

const server = shared(() => startLambdaServer({ status: 200, body: '{}' }));
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
