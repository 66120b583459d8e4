import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1.0 document whose version is the build', async () => {
    const { status, json } = await service.call('GET', '/openapi.json');

    const { valid, errors } = await new Validator().validate(structuredClone(json));

    expect(status).toBe(200);
    expect(json['openapi']).toBe('3.1.0');
    expect(json['info']['version']).toBe((await service.call('GET', '/api/health')).json['build']);
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
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

  it('says which credentials each operation takes', async () => {
    const { json } = await service.call('GET', '/openapi.json');
    const names = (path: string, method: string) =>
      (json['paths'][path][method]['security'] as object[]).flatMap((each) => Object.keys(each));

    expect(names('/api/guest', 'post')).toEqual([]);
    expect(names('/api/endpoints', 'post')).toEqual(['guestHeader', 'bearer']);
    expect(names('/api/endpoints/{id}', 'get')).toEqual(['hookHeader', 'hookQuery', 'guestHeader', 'bearer']);
    for (const name of names('/api/endpoints/{id}', 'get')) {
      expect(json['components']['securitySchemes']).toHaveProperty(name);
    }
  });
});
