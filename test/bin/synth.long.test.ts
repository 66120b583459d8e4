import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { functionAreas } from '../../lib/areas/areas.ts';
import { LambdaContext } from '../../lib/local/lambda-context.ts';
import { stackAreas, type Resource } from '../support/stack/synthesised.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { run, SYNTH_MS, synthesis, type Synthesis } from '../support/stack/synthesis.ts';

const AREAS = functionAreas.toSorted();

let dir: string;
let ended: Synthesis['ended'];
let functions: Resource[];

beforeAll(async () => {
  ({ dir, ended } = await synthesis());
  expect(ended.code, ended.stderr).toBe(0);
  const template = readFileSync(join(dir, 'out', 'Rollcall.template.json'), 'utf8');
  const { Resources } = JSON.parse(template) as { Resources: Record<string, Resource> };
  functions = Object.entries(Resources)
    .filter(([id, { Type }]) => Type === 'AWS::Lambda::Function' && !id.startsWith('Custom'))
    .map(([, resource]) => resource);
}, SYNTH_MS);

describe('cdk synth', () => {
  it('builds every function and writes the template, with no account, network or environment', () => {
    // CDK's own validation of the template, and its advice on constructs; ours is about settings that are not made.
    const said = ended.stderr.split('\n').filter((line) => /warning|error/i.test(line));
    expect(said.filter((line) => !/set (ingestDomain|alarmEmail)\b/.test(line))).toEqual([]);
    expect(said.some((line) => line.includes('set ingestDomain before jobs are set up'))).toBe(true);
    expect(ended.stderr).not.toContain('feature flags');
    expect(functions.length).toBe(stackAreas.length);
    expect(readdirSync(join(dir, 'built')).sort()).toEqual(
      [...AREAS, 'assets.json', 'console', 'meta'].sort(),
    );
    for (const area of AREAS) expect(existsSync(join(dir, 'built', area, 'index.mjs'))).toBe(true);
  });

  it('says in one plain sentence what is wrong with a setting', async () => {
    const context = { alarmemail: 'a@example.com' };
    const sentence = 'alarmemail is not a setting: docs/deploy.md lists them, and case matters.';
    const env = { CDK_CONTEXT_JSON: JSON.stringify(context), CDK_OUTDIR: join(dir, 'refused'), HOME: dir };

    expect(await run(['bin/app.ts'], env)).toEqual({ code: 1, stderr: `${sentence}\n` });
    expect(existsSync(join(dir, 'refused', 'Rollcall.template.json'))).toBe(false);
  });
});

describe('the functions it built', () => {
  let build: string;

  const service = shared(() => startTestService({ startAt: Date.now() + 60_000 }));
  beforeAll(() => {
    const told = functions.map(({ Properties }) => (Properties['Environment'] as Environment).Variables);
    build = String(told.find((variables) => 'BUILD' in variables)?.['BUILD']);
    const {
      table: { name: tableName },
      standIns: endpoints,
    } = service.core.config;
    vi.stubEnv('TABLE_NAME', tableName);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoints.dynamodb);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('BUILD', build);
    vi.stubEnv('BASE_URL', 'https://rollcall.example');
    vi.stubEnv('INGEST_ORIGIN', 'https://in.rollcall.example');
  });
  afterAll(() => void vi.unstubAllEnvs());

  it('record a ping in the table they are told', async () => {
    const alice = await service.guest();
    const monitor = await alice.createMonitor();

    const reply = await invoke('ingest', 'GET', `/in/${monitor['id']}`);

    expect([reply.statusCode, reply.body]).toEqual([200, '{"ok":true}']);
    const { json } = await alice.call('GET', `/api/endpoints/${monitor['id']}/events`);
    expect(json['events']).toHaveLength(1);
  });

  it('say the build that the template names', async () => {
    const reply = await invoke('discovery', 'GET', '/api/health');

    expect(build).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
    expect(JSON.parse(reply.body)).toMatchObject({ ok: true, build });
  });
});

interface Environment {
  Variables: Record<string, unknown>;
}

/** Calls a bundle as Lambda would. */
async function invoke(
  area: string,
  method: string,
  path: string,
): Promise<{ statusCode: number; body: string }> {
  const { handler } = await import(pathToFileURL(join(dir, 'built', area, 'index.mjs')).href);
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
