import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildFunctions, type Build } from '../../bin/build.ts';
import { LambdaContext } from '../../lib/local/lambda-context.ts';
import { startTestService, type TestService } from '../support/service.ts';

let outdir: string;
let built: Build;
let service: TestService;

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'rollcall-build-'));
  [built, service] = await Promise.all([
    buildFunctions({ outdir }),
    startTestService({ startAt: Date.now() + 60_000 }),
  ]);
  const { tableName, endpoints } = service.core.config;
  vi.stubEnv('TABLE_NAME', tableName);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoints.dynamodb);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('BUILD', built.name);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  await rm(outdir, { recursive: true, force: true });
});

it('every function is built, and the ingest bundle stays under 400 kB', () => {
  const sizes = Object.fromEntries(built.functions.map(({ area, bytes }) => [area, bytes]));

  expect(Object.keys(sizes)).toEqual([
    'alerts',
    'bridge',
    'canary',
    'checker',
    'discovery',
    'feed',
    'ingest',
    'monitors',
    'notifier',
    'site',
  ]);
  expect(sizes['ingest']).toBeLessThan(400_000);
});

it('the built ingest function records a ping in the table it is told', async () => {
  const alice = await service.guest();
  const monitor = await alice.createMonitor();

  const reply = await invoke('ingest', 'GET', `/in/${monitor['id']}`);

  expect([reply.statusCode, reply.body]).toEqual([200, '{"ok":true}']);
  const { json } = await alice.call('GET', `/api/endpoints/${monitor['id']}/events`);
  expect(json['events']).toHaveLength(1);
});

it('the built discovery function says its build', async () => {
  const reply = await invoke('discovery', 'GET', '/api/health');

  expect(JSON.parse(reply.body)).toMatchObject({ ok: true, build: built.name });
});

/** Calls a bundle as Lambda would. */
async function invoke(
  area: string,
  method: string,
  path: string,
): Promise<{ statusCode: number; body: string }> {
  const { handler } = await import(pathToFileURL(join(outdir, area, 'index.mjs')).href);
  const event = {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: {},
    requestContext: {
      domainName: 'api.example.com',
      requestId: 'request-1',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'curl' },
    },
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  return handler(event, new LambdaContext(area));
}
