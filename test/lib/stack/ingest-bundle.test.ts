import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildFunctions } from '../../../bin/build.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const PROJECT = resolve(import.meta.dirname, '../../..');

let root: string;
/** The files that went into the bundle, by their path in this project. */
let inputs: string[];

/** That function alone, built as all are; bundles.long.test.ts has the others. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rollcall-ingest-'));
  mkdirSync(join(root, 'functions/ingest'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "version": "1.2.3", "type": "module" }');
  const handler = JSON.stringify(join(PROJECT, 'functions/ingest/handler.ts'));
  writeFileSync(join(root, 'functions/ingest/handler.ts'), `export * from ${handler};\n`);
  await buildFunctions({ outdir: 'dist', root });
  const meta = JSON.parse(readFileSync(join(root, 'dist/meta/ingest.json'), 'utf8')) as { inputs: object };
  inputs = Object.keys(meta.inputs).map((file) => relative(PROJECT, resolve(root, file)));
});
afterAll(() => rmSync(root, { recursive: true }));

const has = (what: string) => inputs.some((file) => file.includes(`node_modules/${what}/`));

describe('the bundle of ingest, which a ping may have to wait for', () => {
  it('has less than 270 kB in all its chunks', () => {
    const dir = join(root, 'dist/ingest');
    const code = readdirSync(dir).filter((file) => !file.endsWith('.map'));

    expect(code).toContain('index.mjs');
    expect(code.reduce((sum, file) => sum + statSync(join(dir, file)).size, 0)).toBeLessThan(270_000);
  });

  it('knows nothing of people who sign in, of schemas, of routes, of addresses that alerts go to and of gzip', () => {
    const foreign = [
      /^functions\/(?!ingest\/)/,
      /^lib\/runtime\/(callers\/(authenticate|known-kinds|session|api-key|csrf)|lambda\/gzip|pipeline|router)\.ts$/,
      /^lib\/data\/accounts\/(accounts|sessions|logins|api-keys|claims|trials|avatars)\.ts$/,
      /^lib\/adapters\/accounts\/(issuer|checksummed-token)/,
      /^lib\/domain\/accounts\/(?!(access|organization)\.ts)/,
      /^lib\/domain\/alerts\//,
      /^lib\/render\/agents\//,
    ];

    expect(inputs).toContain('functions/ingest/ingest.ts');
    expect(inputs.filter((file) => foreign.some((form) => form.test(file)))).toEqual([]);
    expect(['zod', 'ipaddr.js', 'openid-client'].filter(has)).toEqual([]);
  });
});

describe('the function that is built of it', () => {
  const service = shared(() => startTestService({ startAt: Date.now() + 60_000 }));
  beforeAll(() => {
    const { table, standIns } = service.core.config;
    vi.stubEnv('TABLE_NAME', table.name);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', standIns.dynamodb);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('BUILD', '1.2.3');
    vi.stubEnv('BASE_URL', 'https://rollcall.example');
    vi.stubEnv('INGEST_ORIGIN', 'https://in.rollcall.example');
  });
  afterAll(() => void vi.unstubAllEnvs());

  it('records a ping in the table that it is told', async () => {
    const alice = await service.guest();
    const { id } = await alice.createMonitor();
    const { handler } = await import(pathToFileURL(join(root, 'dist/ingest/index.mjs')).href);

    const reply = await handler(eventOf(`/in/${id}`), new LambdaContext('ingest'));

    expect([reply.statusCode, reply.body]).toEqual([200, '{"ok":true}']);
    expect(await alice.events(id)).toHaveLength(1);
  });
});

/** As Lambda is called. */
function eventOf(path: string): APIGatewayProxyEventV2 {
  const http = { method: 'GET', path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'curl' };
  return {
    version: '2.0',
    routeKey: `GET ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: {},
    requestContext: { domainName: 'api.example.com', requestId: 'request-1', http },
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
}
