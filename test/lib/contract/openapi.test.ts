import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../lib/contract/openapi.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { testOperations } from '../../support/service/test-catalogue.ts';

const service = shared(startTestService);

describe('/openapi.json', () => {
  it('is an OpenAPI 3.1.0 document whose version is the build', async () => {
    const { status, json } = await service.call('GET', '/openapi.json');

    expect(status).toBe(200);
    expect(json['openapi']).toBe('3.1.0');
    expect(json['info']['version']).toBe((await service.call('GET', '/api/health')).json['build']);
  });

  it('gives each operation an id of its own and points jobs at the ingest origin', async () => {
    const { json } = await service.call('GET', '/openapi.json');
    const items = Object.entries(json['paths']) as [string, Record<string, { operationId?: string }>][];

    const ids = items.flatMap(([, item]) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );

    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
    expect(json['paths']['/in/{id}']['servers']).toEqual([{ url: service.url }]);
  });

  it('describes the rule of every field of a creation and refuses others', async () => {
    const { json } = await service.call('GET', '/openapi.json');

    const body =
      json['paths']['/api/endpoints']['post']['requestBody']['content']['application/json']['schema'];

    expect(body['required']).toEqual(['name']);
    expect(body['additionalProperties']).toBe(false);
    expect(Object.keys(body['properties']).sort()).toEqual([
      'alert_after_failures',
      'alert_channels',
      'alert_repeat_sec',
      'alert_to',
      'alert_url',
      'cron',
      'grace_sec',
      'interval_sec',
      'max_duration_sec',
      'name',
      'paused_until',
      'tags',
      'tz',
    ]);
  });

  it('tells an agent that pings and first calls write, whatever their method', async () => {
    const { json } = await service.call('GET', '/openapi.json');
    const hints = (path: string, method: string) => json['paths'][path][method]['x-agent-hints'];

    for (const path of ['/in/{id}', '/in/{id}/fail', '/in/{ingestKey}/{slug}']) {
      for (const method of ['get', 'post', 'head'])
        expect(hints(path, method)).toMatchObject({ readOnlyHint: false, idempotentHint: false });
    }
    expect(hints('/api/ingest-key', 'get')).toMatchObject({ readOnlyHint: false, idempotentHint: true });
    expect(hints('/api/ingest-key', 'delete')).toMatchObject({
      destructiveHint: true,
      idempotentHint: false,
    });
    expect(hints('/api/endpoints', 'get')).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(hints('/api/endpoints/{id}/test-alert', 'post')).toMatchObject({ openWorldHint: true });
  });

  it('says which credentials each operation takes', async () => {
    const { json } = await service.call('GET', '/openapi.json');
    const names = (path: string, method: string) =>
      (json['paths'][path][method]['security'] as object[]).flatMap((each) => Object.keys(each));

    expect(names('/api/guest', 'post')).toEqual([]);
    expect(names('/api/endpoints', 'post')).toEqual([
      'apiKeyHeader',
      'bearer',
      'sessionCookie',
      'guestHeader',
      'guestCookie',
    ]);
    expect(names('/api/endpoints/{id}', 'get')).toEqual([
      'hookHeader',
      'hookQuery',
      'apiKeyHeader',
      'bearer',
      'sessionCookie',
      'guestHeader',
      'guestCookie',
    ]);
    for (const name of names('/api/endpoints/{id}', 'get')) {
      expect(json['components']['securitySchemes']).toHaveProperty(name);
    }
  });
});

it('names the token with which a page proves that a write is its own, where a cookie may be the credential', async () => {
  const { json } = await service.call('GET', '/openapi.json');
  const parametersAt = (path: string, method: string) =>
    (json['paths'][path][method]['parameters'] as { name: string; in: string; required: boolean }[])
      .filter(({ name }) => name === 'X-CSRF-Token')
      .map((each) => [each.in, each.required]);

  expect(parametersAt('/api/endpoints', 'post')).toEqual([['header', false]]);
  expect(parametersAt('/api/endpoints', 'get')).toEqual([]);
  expect(parametersAt('/api/guest', 'post')).toEqual([]);
});

describe('how to pay', () => {
  type Described = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
  const operationsOf = (json: Described) =>
    Object.values(json['paths'] as Record<string, Described>).flatMap((item) =>
      Object.values(item).filter((each): each is Described => each.operationId !== undefined),
    );
  const paying = ({ parameters }: Described) =>
    (parameters as { name: string; in: string }[])
      .filter(
        (each) =>
          ['X-PAYMENT', 'X-Homolog-Credential', 'X-Credito'].includes(each.name) && each.in === 'header',
      )
      .map(({ name }) => name);

  it('is said of each operation that can cost something, and of no other', async () => {
    const { json } = await service.call('GET', '/openapi.json');
    const costly = (each: Described) =>
      String(each['responses']['402']?.description).includes('`pagamento_necessario`');
    const payable = operationsOf(json).filter((each) => paying(each).length > 0);

    expect(payable.map((each) => each['operationId']).sort()).toEqual(
      operationsOf(json)
        .filter(costly)
        .map((each) => each['operationId'])
        .sort(),
    );
    expect(payable.length).toBeGreaterThanOrEqual(7);
    for (const each of payable) {
      expect(paying(each)).toEqual(['X-PAYMENT', 'X-Homolog-Credential', 'X-Credito']);
      const success = Object.keys(each['responses']).find((status) => status.startsWith('2')) ?? '';
      expect(each['responses'][success].headers).toHaveProperty('X-PAYMENT-RESPONSE');
      expect(each['responses']['503'].description).toContain('`pagamento_em_confirmacao`');
    }
  });

  it('is in the body of every 402', async () => {
    const { json } = await service.call('GET', '/openapi.json');
    const bodies = operationsOf(json).flatMap(({ responses }) => responses['402']?.content ?? []);

    expect(new Set(bodies.map((content) => JSON.stringify(content)))).toEqual(
      new Set([
        JSON.stringify({ 'application/json': { schema: { $ref: '#/components/schemas/PaymentRequired' } } }),
      ]),
    );
    const { properties, required } = json['components']['schemas']['PaymentRequired'];
    expect(required).toEqual(['error', 'detail', 'x402Version', 'accepts']);
    expect(properties.accepts.items.required).toContain('maxAmountRequired');
  });
});

describe('what an operation may declare', () => {
  const document = openApiDocument(testOperations, {
    build: 'test',
    baseUrl: 'https://rollcall.example',
    ingestOrigin: 'https://in.rollcall.example',
  });
  // Read loosely, as somebody does who has the document only.
  const paths = structuredClone(document['paths']) as Record<string, Record<string, Record<string, any>>>; // oxlint-disable-line typescript/no-explicit-any
  const at = (path: string, method: string) => paths[path]?.[method] ?? {};

  it('cookies: those it reads as parameters, those it sets in its answers', () => {
    const { parameters, responses } = at('/t/visit', 'get');

    expect(parameters).toEqual([
      { name: '__Host-theme', in: 'cookie', required: false, schema: { type: 'string' } },
    ]);
    expect(responses['200'].headers['Set-Cookie'].description).toContain('__Host-theme');
    expect(Object.keys(at('/t/visit', 'delete')['responses'])).toEqual(['204']);
  });

  it('several statuses: a redirect with its Location and no content', () => {
    const { responses } = at('/t/sign-in', 'get');

    expect(Object.keys(responses)).toEqual(['200', '302']);
    expect(responses['200'].content).toHaveProperty(['text/html; charset=utf-8']);
    expect([responses['302'].content, Object.keys(responses['302'].headers)]).toEqual([
      undefined,
      ['Location'],
    ]);
  });

  it('bytes in and out, with the size as the only refusal', () => {
    const { requestBody, responses, tags } = at('/t/picture', 'post');

    expect(requestBody.content).toEqual({ '*/*': {} });
    expect(Object.keys(responses)).toEqual(['200', '202', '413']);
    expect(responses['202'].content).toEqual({ 'application/octet-stream': {} });
    expect(tags).toEqual(['pictures']);
    expect(Object.keys(at('/t/picture', 'get')['responses'])).toEqual(['200', '304']);
  });

  it('hints for agents: by the method, or as declared', () => {
    const hints = (path: string, method: string) =>
      Object.values(at(path, method)['x-agent-hints'] as object);

    expect(Object.keys(at('/t/own', 'get')['x-agent-hints'])).toEqual([
      'readOnlyHint',
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
    ]);
    expect(hints('/t/own', 'get')).toEqual([true, false, true, false]);
    expect(hints('/t/visit', 'delete')).toEqual([false, true, true, false]);
    expect(hints('/t/note', 'post')).toEqual([false, false, false, false]);
    expect(hints('/t/picture', 'post')).toEqual([false, false, true, false]);
  });
});
