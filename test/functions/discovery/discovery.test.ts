import { describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { OPERATOR } from '../../support/accounts/operator.ts';
import { rawCall } from '../../support/service/raw-call.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(() =>
  startTestService({
    identity: 'own',
    operator: OPERATOR,
    users: { ...STRANGERS_WELCOME, publicPages: 'on' },
  }),
);

describe('getHealth', () => {
  it('says that the service answers, which build, and the time', async () => {
    const { status, json } = await service.call('GET', '/api/health');

    expect(status).toBe(200);
    expect(json).toEqual({
      ok: true,
      app: 'rollcall',
      build: 'local',
      ts: '2027-03-01T12:00:00.000Z',
      last_check_at: null,
      blind_window: null,
      alerts_held_until: null,
    });
  });
});

describe('getIndex', () => {
  it.each([['/api/'], ['/api']])(
    'lists every operation at %s with method, path, auth and absolute URL',
    async (path) => {
      const { status, json } = await service.call('GET', path);

      expect(status).toBe(200);
      for (const field of [
        'name',
        'description',
        'build',
        'base_url',
        'docs',
        'conventions',
        'auth',
        'endpoints',
        'quota',
        'mcp',
        'mcp_tools',
        'quickstart',
      ]) {
        expect(json).toHaveProperty(field);
      }
      const listed = json['endpoints'].map(
        (each: Record<string, string>) => `${each['method']} ${each['path']}`,
      );
      expect(listed).toEqual(operations.map(([, operation]) => `${operation.method} ${operation.path}`));
      for (const each of json['endpoints']) {
        expect(each['url']).toBe(service.url + each['path']);
        expect(['none', 'guest', 'session', 'hook', 'prepaid credit', 'operator']).toContain(each['auth']);
        expect(each['returns']).toMatch(/\S/);
      }
    },
  );

  it('begins with a guest, and where none is made with a key of the account page', async () => {
    await using own = await startTestService({
      users: { ...STRANGERS_WELCOME, guests: 'off' },
    });
    const stepsOf = async (each: TestService) => (await each.call('GET', '/api/')).json['quickstart'];

    expect((await stepsOf(service))[0]).toBe(`curl -X POST ${service.url}/api/guest`);
    const steps = await stepsOf(own);
    expect(steps[0]).toBe(`Sign in at ${own.url}/account and create an API key there.`);
    expect(steps[1]).toContain(`-H 'X-Api-Key: <API_KEY>'`);
    expect(steps.join('\n')).not.toMatch(/guest/i);
  });

  it('names the free allowance and the prices in force', async () => {
    const { json } = await service.call('GET', '/api/');

    expect(json['quota']['free'].map((each: { limite: number }) => each.limite)).toEqual([10, 90, 1]);
    expect(json['quota']['paid'].map((each: { price_usd: number }) => each.price_usd)).toEqual([
      0.1, 0.05, 0.1, 0.1,
    ]);
    expect(json['quota']['trial']['days']).toBe(90);
  });
});

describe('what every answer has', () => {
  it.each([
    ['GET', '/api/health'],
    ['GET', '/api/endpoints'],
    ['GET', '/nowhere'],
    ['PUT', '/api/health'],
    ['POST', '/api/guest'],
  ])('%s %s: a request id, open CORS and no caching', async (method, path) => {
    const { headers } = await service.call(method, path);

    expect(headers.get('x-request-id')).toMatch(/\S/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('what no operation answers', () => {
  it.each([
    ['/nowhere'],
    ['/api/nowhere'],
    ['/api/endpoints/x/y/z'],
    ['/in'],
    ['/in/'],
    ['/in/a/b/c'],
    ['/api//endpoints'],
    ['/%00'],
    ['/%ff'],
    ['/__proto__'],
    ['/constructor'],
  ])('GET %s is 404 in JSON and writes nothing', async (path) => {
    await expectNothingWritten(service, () => service.call('GET', path), { status: 404, error: 'not_found' });
  });

  it.each(['/nowhere', '/api/nowhere', '/docs/nowhere', '/app/../x'])(
    'shows a browser at %s a page with ways on',
    async (path) => {
      const reply = await service.call('GET', path, { headers: { accept: 'text/html,*/*;q=0.8' } });

      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(reply.text).not.toContain('nowhere');
      for (const [, way = ''] of reply.text.matchAll(/<li><a href="([^"]+)"/g))
        expect([way, (await service.call('GET', way)).status]).toEqual([way, 200]);
      expect(reply.text.match(/<li>/g)?.length).toBe(4);
    },
  );

  it('leads a browser from /pricing to the prices, and a program nowhere', async () => {
    const asked = { headers: { accept: 'text/html' }, redirect: 'manual' } as const;
    const reply = await fetch(`${service.url}/pricing`, asked);

    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/api/pricing']);
    expectRefusal(await service.call('GET', '/pricing'), { status: 404, error: 'not_found' });
    expectRefusal(await service.call('POST', '/nowhere', { headers: { accept: 'text/html' } }), {
      status: 404,
      error: 'not_found',
    });
  });

  it.each([
    ['GET', '/../etc/passwd'],
    ['GET', '/api/../../x'],
    ['GET', '/in/%'],
    ['TRACE', '/nowhere'],
    ['PROPFIND', '/nowhere'],
  ])('%s %s is 404 in JSON when it comes as it is', async (method, path) => {
    const { status, text } = await rawCall(service.url, method, path);

    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ error: 'not_found' });
  });

  it.each([
    ['PUT', '/api/endpoints', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/api/guest', 'OPTIONS, POST'],
    ['POST', '/api/health', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/endpoints/x', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['PUT', '/in/x/start', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/api', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const reply = await service.call(method, path);

    expectRefusal(reply, { status: 405, error: 'metodo_nao_permitido', names: [method] });
    expect((reply.headers.get('allow') ?? '').split(', ').sort().join(', ')).toBe(allow);
  });

  it.each([
    ['/api/auth/bootstrap', false],
    ['/api/account/profile', false],
    ['/auth/login', false],
    ['/account', false],
    ['/api/endpoints', true],
    ['/api/health', true],
  ])('a 405 of %s is open to other sites: %s', async (path, isOpen) => {
    const { status, headers } = await service.call('PUT', path);

    expect([status, headers.get('access-control-allow-origin')]).toEqual([405, isOpen ? '*' : null]);
    expect(headers.get('cross-origin-resource-policy')).toBe(isOpen ? null : 'same-origin');
  });

  it.each([
    '/api/health/',
    '/api/guest/',
    '/api/me/',
    '/api/endpoints/',
    '/api/endpoints/x/',
    '/api/account/keys/create/',
    '/api/account//profile',
    '/account/',
    '/auth/login/',
    '/openapi.json/',
    '/api//health',
  ])('%s, with a slash too many, is 404 by every method', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect([method, (await service.call(method, path)).status]).toEqual([method, 404]);
  });

  it.each([
    ['GET', '/api/health/'],
    ['POST', '/api/guest/'],
    ['GET', `/in/${'0'.repeat(26)}/`],
  ])('%s %s, with a final slash, is no 405 of a method that is allowed there', async (method, path) => {
    const reply = await service.call(method, path);

    expectRefusal(reply, { status: 404, error: 'not_found' });
  });

  it.each([['/api/endpoints'], ['/api/endpoints/x'], ['/in/x'], ['/api/templates']])(
    'OPTIONS %s answers a browser what it may do',
    async (path) => {
      const { status, text, headers } = await service.call('OPTIONS', path);

      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')).toContain('GET');
      expect(headers.get('access-control-allow-headers')).toContain('X-Guest-Token');
      expect(headers.get('allow')).toContain('OPTIONS');
    },
  );

  it('OPTIONS of an unknown path is 404', async () => {
    expectRefusal(await service.call('OPTIONS', '/nowhere'), { status: 404, error: 'not_found' });
  });
});
