import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needsOf } from '../../../lib/areas/areas.ts';
import { TIMEOUT_MS } from '../../../functions/mcp/call-tool.ts';
import { startLambdaServer } from '../../support/servers/lambda-server.ts';
import { callTool, legacy, post } from '../../support/service/mcp.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { startStubApi, type StubApi } from '../../support/service/stub-api.ts';

let monitor: Reply['json'];
const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  monitor = await alice.createMonitor({ tags: ['db', 'night'] });
});

const tool = (name: string, args: object = {}, more = {}): Promise<Reply['json']> =>
  callTool(service, name, args, { token: alice.token, ...more });

describe('a tool', () => {
  it.each([
    ['listMonitors', {}, 'GET', () => '/api/endpoints'],
    ['listMonitors', { tag: ['db', 'night'], limit: 1 }, 'GET', () => '/api/endpoints?tag=db&tag=night&limit=1'],
    ['getMonitor', { id: 0 }, 'GET', () => `/api/endpoints/${monitor['id']}`],
    ['listEvents', { id: 0, limit: 5 }, 'GET', () => `/api/endpoints/${monitor['id']}/events?limit=5`],
    ['getTemplates', {}, 'GET', () => '/api/templates'],
    ['getPricing', {}, 'GET', () => '/api/pricing'],
    ['getStats', { id: 0 }, 'GET', () => `/api/endpoints/${monitor['id']}/stats`],
  ] as [string, Record<string, unknown>, string, () => string][])('answers as its call: %s %j', async (name, args, method, path) => {
    const result = await tool(name, 'id' in args ? { ...args, id: monitor['id'] } : args);
    const reply = await alice.call(method, path());

    expect(reply.status).toBe(200);
    expect(result['isError']).toBeUndefined();
    expect(result['structuredContent']).toEqual(reply.json);
    expect(JSON.parse(result['content'][0].text)).toEqual(reply.json);
    expect(result['_meta']['rollcall/http'].status).toBe(200);
  }); // prettier-ignore

  it('writes what its arguments say, wherever they belong', async () => {
    const made = (await tool('createMonitor', { name: 'made', interval_sec: 600 }))['structuredContent'];
    const changed = await tool('patchMonitor', { id: made.id, tags: ['x'], alert_url: null });
    const put = await tool('putMonitor', { slug: 'Nightly Job é', interval_sec: 700 });
    const imported = await tool('importCrontab', { text: '0 3 * * * /bin/backup', tz: 'UTC' });

    expect(changed['structuredContent']).toMatchObject({ id: made.id, interval_sec: 600, tags: ['x'] });
    expect(put['structuredContent']).toMatchObject({ interval_sec: 700 });
    expect(imported['structuredContent']).toMatchObject({ applied: false, recognized: [{ cron: '0 3 * * *' }] });
    expect((await tool('deleteMonitor', { id: made.id }))['structuredContent']).toEqual({ ok: true });
  });

  it('shows what a job printed without obeying or hiding any of it', async () => {
    const output = 'disk \u001b]52;c;eA==\u0007full\u009b1m\u202e\r\n\u{e0069}\u200bnext\t☎';
    const { id } = await alice.createMonitor();
    await service.call('POST', `/in/${id}/fail`, { body: output });
    const { events } = (await tool('listEvents', { id }))['structuredContent'];
    const { content } = await tool('getEventBody', { id, event: events[0].id });

    const seen = String.raw`disk \u001b]52;c;eA==\u0007full\u009b1m\u202e`;
    expect(content).toEqual([{ type: 'text', text: `${seen}\n${String.raw`\udb40\udc69\u200bnext`}\t☎` }]);
  });

  it('does nothing where it is asked what it would do', async () => {
    const count = async (): Promise<number> => (await alice.call('GET', '/api/endpoints?limit=500')).json['endpoints'].length;
    const before = await count();
    const result = await tool('createMonitor', { name: 'dry', interval_sec: 600, dry_run: true });

    expect(result['structuredContent']).toMatchObject({ name: 'dry', dry_run: true });
    expect(await count()).toBe(before);
    await tool('createMonitor', { name: 'wet', interval_sec: 600, dry_run: false });
    expect(await count()).toBe(before + 1);
  });

  it('is done once with a key', async () => {
    const args = { name: 'once', interval_sec: 600, idempotency_key: 'key-1' };
    const [first, again] = [await tool('createMonitor', args), await tool('createMonitor', args)];

    expect(again['structuredContent'].id).toBe(first['structuredContent'].id);
    expect(again['_meta']['rollcall/http']).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
    expect(first['_meta']['rollcall/http'].headers).not.toHaveProperty('idempotency-replayed');
  });

  it('that answers text answers it', async () => {
    await service.call('POST', `/in/${monitor['id']}/fail`, { body: 'disk full' });
    const { events } = (await alice.call('GET', `/api/endpoints/${monitor['id']}/events`)).json;
    const result = await tool('getEventBody', { id: monitor['id'], event: events[0].id });

    expect(result['content']).toEqual([{ type: 'text', text: 'disk full' }]);
    expect(result).not.toHaveProperty('structuredContent');
  });

  it('of a job signals for it', async () => {
    expect((await tool('pingMonitor', { id: monitor['id'], rid: 'r1' }))['structuredContent']).toEqual({ ok: true });
    expect((await tool('reportExitCode', { id: monitor['id'], exit_code: 3 }))['structuredContent']).toEqual({
      ok: true,
      kind: 'fail',
    });
  });
}); // prettier-ignore

describe('a refusal', () => {
  it.each([
    ['createMonitor', { name: 'x', interval_sec: 1 }, 'intervalo_invalido'],
    ['createMonitor', { name: 'x', interval_sec: '300' }, 'intervalo_invalido'],
    ['createMonitor', { name: 'x', cron: '* * * * *', interval_sec: 60 }, 'cron_ou_interval'],
    ['createMonitor', { interval_sec: 300 }, 'nome_obrigatorio'],
    ['getMonitor', { id: '0'.repeat(26) }, 'not_found'],
    ['getBilling', { guest_token: 'hp_x' }, 'credencial_invalida'],
    ['importCrontab', { text: '# nothing' }, 'crontab_sem_agenda'],
    ['listEvents', { id: 'x', limit: 501 }, 'consulta_invalida'],
  ])('of the API is a result: %s %j', async (name, args, code) => {
    const id = name === 'listEvents' ? { id: monitor['id'] } : {};
    const result = await tool(name, { ...args, ...id });

    expect(result).toMatchObject({ isError: true, structuredContent: { error: code } });
    expect(result['structuredContent'].detail).toMatch(/^\S.*\.$/);
    expect(JSON.parse(result['content'][0].text)).toEqual(result['structuredContent']);
  });

  it.each([
    ['an unknown argument', 'getMonitor', { id: 'a', name: 'b' }, 'campo_desconhecido', 'There is no argument "name"; there are id, guest_token.'],
    ['one that every object has', 'listMonitors', { constructor: 1 }, 'campo_desconhecido', 'There is no argument "constructor"; there are limit, cursor, tag, guest_token.'],
    ['none where one must be', 'getMonitor', {}, 'consulta_invalida', 'id is required.'],
    ['an object for a text', 'getMonitor', { id: {} }, 'consulta_invalida', 'id must be of the type string; got object.'],
    ['null', 'getMonitor', { id: null }, 'consulta_invalida', 'id must be of the type string; got null.'],
    ['a text for a number', 'listMonitors', { limit: '5' }, 'consulta_invalida', 'limit must be of the type integer; got string.'],
    ['half a number', 'listMonitors', { limit: 0.5 }, 'consulta_invalida', 'limit must be of the type integer; got number.'],
    ['a text for a list', 'listMonitors', { tag: 'db' }, 'consulta_invalida', 'tag must be of the type array; got string.'],
    ['a list of others', 'listMonitors', { tag: [{}] }, 'consulta_invalida', 'tag must be of the type array; got array.'],
    ['a text for yes', 'createMonitor', { name: 'x', dry_run: 'true' }, 'consulta_invalida', 'dry_run must be of the type boolean; got string.'],
    ['a key with a space', 'createMonitor', { name: 'x', idempotency_key: 'a b' }, 'consulta_invalida', 'idempotency_key must be 1 to 255 visible ASCII characters without spaces.'],
    ['a token with a line', 'listMonitors', { guest_token: 'a\nb: c' }, 'consulta_invalida', 'guest_token must be 1 to 255 visible ASCII characters without spaces.'],
  ])('of arguments is one too: %s', async (_what, name, args, error, detail) => {
    const result = await tool(name, args);

    expect(result).toMatchObject({ isError: true, structuredContent: { error, detail } });
    expect(result).not.toHaveProperty('_meta');
  }); // prettier-ignore

  it('of __proto__ is one, and nothing takes it for a member', async () => {
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getMonitor","arguments":{"__proto__":{"id":"x"}}}}`;
    const { json } = await post(service, message);

    expect(json['result'].structuredContent.detail).toBe(
      'There is no argument "__proto__"; there are id, guest_token.',
    );
  });

  it('of what is nested too deeply is one', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const message = (name: string, args: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
    for (const sent of [
      message('createMonitor', `{"name":${deep}}`),
      message('getMonitor', `{"id":${deep}}`),
    ]) {
      const { status, json } = await post(service, sent);
      expect([status, json['result'].isError]).toEqual([200, true]);
    }
  });
});

describe('a call cannot become another one', () => {
  let stub: StubApi;
  beforeAll(async () => {
    stub = await startStubApi();
  });
  afterAll(() => stub[Symbol.asyncDispose]());

  it.each([
    'a/b', '../guest', '..', '.', '', 'a\\b', 'a?b', 'a#b', 'a%2Fb', '%2e%2e', 'a\u0000b', 'a\nb', '\ud800', 'x/token',
  ])('by a parameter of its path: %j', async (id) => {
    stub.calls.length = 0;
    const result = await callTool(stub, 'rotateMonitor', { id });

    expect(result['structuredContent'].detail).toMatch(/^id must be one segment of a path/);
    expect(stub.calls).toEqual([]);
  }); // prettier-ignore

  it('and what a parameter holds arrives as it was sent', async () => {
    stub.calls.length = 0;
    for (const id of ['a b', 'é', 'a:b', 'a&b=c', '@', '🙂']) await callTool(stub, 'rotateMonitor', { id });

    expect(stub.calls.map(({ url }) => decodeURIComponent(url))).toEqual(
      ['a b', 'é', 'a:b', 'a&b=c', '@', '🙂'].map((id) => `/api/endpoints/${id}/rotate`),
    );
  });
});

describe('credentials', () => {
  let stub: StubApi;
  beforeAll(async () => {
    stub = await startStubApi();
  });
  afterAll(() => stub[Symbol.asyncDispose]());
  beforeEach(() => void (stub.calls.length = 0));
  const sent = {
    'x-guest-token': 'hp_1',
    authorization: 'Bearer mmk_1',
    'x-api-key': 'mmk_2',
    'x-hook-token': 'hook',
    'x-payment': 'cGF5',
    'x-credito': 'cred_1',
    'x-homolog-credential': 'rehearsal',
    cookie: '__Host-mm-auth=secret; __Host-mm-guest=hp_2',
    origin: '',
    'x-organization': 'other',
    'x-csrf-token': 'token',
    'x-forwarded-for': '203.0.113.9',
    'x-mm-context': 'view',
    'accept-language': 'pt',
  };

  it('are passed on, and nothing else of the caller', async () => {
    const { origin: _, ...headers } = sent;
    await callTool(stub, 'listMonitors', {}, { headers });

    const [call] = stub.calls;
    const { authorization } = sent;
    expect(call?.headers).toMatchObject({
      'x-guest-token': 'hp_1',
      authorization,
      'x-api-key': 'mmk_2',
      'x-hook-token': 'hook',
      'x-payment': 'cGF5',
      'x-credito': 'cred_1',
      'x-homolog-credential': 'rehearsal',
      'x-organization': 'other',
      accept: 'application/json, text/plain',
      'user-agent': 'rollcall-mcp',
    });
    for (const name of ['cookie', 'x-csrf-token', 'x-forwarded-for', 'x-mm-context', 'origin'])
      expect(call?.headers).not.toHaveProperty(name);
    expect(call?.headers['accept-language']).not.toBe('pt');
  }); // prettier-ignore

  it('of the connection give way to the guest token of a call, which pays as the connection says', async () => {
    const { origin: _, ...headers } = sent;
    await callTool(stub, 'createMonitor', { name: 'x', guest_token: 'hp_9' }, { headers });

    const [call] = stub.calls;
    expect(call?.headers).toMatchObject({
      'x-guest-token': 'hp_9',
      'x-payment': 'cGF5',
      'x-homolog-credential': 'rehearsal',
    });
    for (const name of ['authorization', 'x-api-key', 'x-hook-token'])
      expect(call?.headers).not.toHaveProperty(name);
    expect(JSON.parse(call?.body ?? '')).toEqual({ name: 'x' });
  });

  it('of the guest that a call made are told with its answer, since nobody can ask for them again', async () => {
    const result = await callTool(service, 'createDevice', { nome: 'db-1' }, { query: '?tools=devices' });
    const told = String(result['content'][1].text);
    const token = /hp_\w{43}/.exec(told)?.[0] ?? '';
    const { json } = await service.call('GET', '/api/ambientes', { token });

    expect(JSON.parse(result['content'][0].text)).toEqual(result['structuredContent']);
    expect(json['ambientes']).toMatchObject([{ id: result['structuredContent'].ambiente.id }]);
    expect(result['_meta']['rollcall/http'].headers['x-guest-token']).toBe(token);
  });

  it('of the connection that pay do so beside the guest token of a call, wherever they stand', async () => {
    const args = { name: 'x', guest_token: 'hp_9' };
    await callTool(stub, 'createMonitor', args, { headers: { authorization: 'Bearer cred_7' } });

    expect(stub.calls[0]?.headers).toMatchObject({ 'x-guest-token': 'hp_9', 'x-credito': 'cred_7' });
    expect(stub.calls[0]?.headers).not.toHaveProperty('authorization');
  });

  it('by a browser’s cookie open nothing, of a person or a guest', async () => {
    const person = await signedIn(service);
    const result = await callTool(service, 'listMonitors', {}, { headers: { cookie: person.cookie } });

    expect(result).toMatchObject({ isError: true, structuredContent: { error: 'credencial_ausente' } });
  });

  it('lead to nobody else’s monitors', async () => {
    const bob = await service.guest();
    const result = await callTool(service, 'getMonitor', { id: monitor['id'] }, { token: bob.token });
    const own = await callTool(
      service,
      'getMonitor',
      { id: monitor['id'], guest_token: alice.token },
      { token: bob.token },
    );

    expect(result['structuredContent'].error).toBe('not_found');
    expect(own['structuredContent'].id).toBe(monitor['id']);
  });
});

describe('the way to the API', () => {
  let stub: StubApi;
  beforeAll(async () => {
    stub = await startStubApi();
  });
  afterAll(() => stub[Symbol.asyncDispose]());
  const call = (name = 'listMonitors', args = {}) => callTool(stub, name, args);
  const json = { 'content-type': 'application/json' };

  it('may answer a fault of the API, which says itself what it is', async () => {
    const body = { error: 'erro_interno', detail: 'Something failed on our side. Request id: 1 finds it.' };
    stub.answer = {
      status: 500,
      headers: { ...json, 'x-request-id': 'r1' },
      body: JSON.stringify(body),
    };

    expect(await call()).toEqual({
      isError: true,
      content: [{ type: 'text', text: JSON.stringify(body) }],
      structuredContent: body,
      _meta: { 'rollcall/http': { status: 500, headers: { 'x-request-id': 'r1' } } },
    });
  });

  it.each([
    [429, json, '{"message":"Too Many Requests"}', 'The way to the API answered 429 and said "Too Many Requests"; repeat the call later.'],
    [503, json, '{"message":"Service Unavailable"}', 'The way to the API answered 503 and said "Service Unavailable"; repeat the call later.'],
    [502, { 'content-type': 'text/html' }, '<html>', 'The way to the API answered 502; repeat the call later.'],
    [500, {}, '', 'The way to the API answered 500; repeat the call later.'],
  ])('may answer %s in another form, and a sentence says so', async (status, headers, body, detail) => {
    stub.answer = { status, headers, body };

    expect(await call()).toMatchObject({ isError: true, structuredContent: { error: 'indisponivel', detail } });
  }); // prettier-ignore

  it.each([
    [429, 'repeat the call later.'],
    [500, 'not known whether it was done'],
    [502, 'not known whether it was done'],
    [503, 'the same idempotency_key or payment.'],
    [504, 'the same idempotency_key or payment.'],
  ])(
    'may answer %s to a write, of which only a refusal says that it was not done',
    async (status, advice) => {
      stub.answer = { status, headers: json, body: '{"message":"Elsewhere"}' };
      const result = await call('createMonitor', { name: 'x' });

      expect(result).toMatchObject({ isError: true, structuredContent: { error: 'indisponivel' } });
      expect(result['structuredContent'].detail).toContain(advice);
    },
  );

  it.each([
    [202, {}, ''],
    [200, { 'content-type': 'text/html' }, '<html>'],
    [200, json, '{"cut":'],
    [302, { location: 'https://evil.example/' }, ''],
  ])(
    'may answer %s with what no operation answers: nothing is said to be done',
    async (status, headers, body) => {
      stub.answer = { status, headers, body };
      const read = await call();
      const write = await call('createMonitor', { name: 'x' });

      for (const result of [read, write])
        expect(result).toMatchObject({ isError: true, structuredContent: { error: 'indisponivel' } });
      expect(read['structuredContent'].detail).toBe(
        `The way to the API answered ${status}; repeat the call later.`,
      );
      expect(write['structuredContent'].detail).toContain('not known whether it was done');
    },
  );

  it.each([413, 414, 431, 494])(
    'may be too narrow for a call, which no repeat changes: %s',
    async (status) => {
      stub.answer = { status, headers: { 'content-type': 'text/html' }, body: '<html>' };

      expect(await call()).toMatchObject({
        isError: true,
        structuredContent: {
          error: 'corpo_grande',
          detail: `The way to the API answered ${status}: the call is too long for it; send less.`,
        },
      });
    },
  );

  it('may lead elsewhere, where nobody follows', async () => {
    stub.answer = { status: 302, headers: { location: 'https://evil.example/' }, body: '' };

    expect(await call()).toMatchObject({ isError: true });
    expect(stub.calls.at(-1)?.url).toBe('/api/endpoints');
  });

  it('may answer more than is shown: then one asks for less, or knows that it was done', async () => {
    stub.answer = { status: 200, headers: json, body: JSON.stringify({ a: 'x'.repeat(256_000) }) };

    expect(await call()).toMatchObject({
      isError: true,
      structuredContent: { error: 'corpo_grande', detail: expect.stringContaining('Ask for less') },
    });
    const written = await call('createMonitor', { name: 'x' });
    expect(written['isError']).toBeUndefined();
    expect(written['content'][0].text).toMatch(/^It was done \(HTTP 200\), but/);
    stub.answer = { status: 200, headers: json, body: JSON.stringify({ a: 'x'.repeat(255_000) }) };
    expect((await call())['structuredContent'].a).toHaveLength(255_000);
  });

  it('may be closed: then a write may or may not have been done', async () => {
    const gone = await startLambdaServer(null);
    await gone[Symbol.asyncDispose]();
    await using open = await startStubApi({ base: gone.url });
    const read = await callTool(open, 'listMonitors');
    const write = await callTool(open, 'createMonitor', { name: 'x' });

    expect(read['structuredContent']).toEqual({
      error: 'indisponivel',
      detail: 'The API could not be reached. Repeat the call.',
    });
    expect(write['structuredContent'].detail).toContain('not known whether it was done');
  });

  it('is not taken where nobody can be vouched for, by an error that says which call it was', async () => {
    const fails = () => Promise.reject(new Error('No secret today.'));
    await using own = await startStubApi({ secret: fails });
    const sent = legacy('tools/call', { name: 'listMonitors' }, 'call-7');
    const { status, json } = await post(own, sent);

    expect([status, json['id'], json['error'].code]).toEqual([500, 'call-7', -32603]);
    expect(json['error'].message).toMatch(/^Something failed on our side. Request id: \S+\.$/);
    expect([own.logged, own.calls]).toEqual([['operation_failed'], []]);
  });

  it('is waited for no longer where the secret came late', { timeout: 10_000 }, async () => {
    await using mute = await startLambdaServer(null);
    let now = Date.now();
    const secret = async () => {
      now += TIMEOUT_MS - 50;
      return 'the service secret';
    };
    await using late = await startStubApi({ base: mute.url, clock: { now: () => now }, secret });
    const result = await callTool(late, 'createMonitor', { name: 'x' });

    expect(result['structuredContent'].detail).toMatch(/^The API did not answer in time\. It is not known/);
  });

  it('is given up on while there is time to say so', () => {
    expect(TIMEOUT_MS).toBeLessThan(needsOf('mcp').timeoutSec * 1000 - 1_000);
    expect(needsOf('mcp').timeoutSec).toBeLessThan(29);
  });
});

it('a tool of a group that was not asked for is unknown', async () => {
  const sent = legacy('tools/call', { name: 'getBilling', arguments: {} });

  expect((await post(service, sent)).json['error'].code).toBe(-32602);
  expect(
    (await post(service, sent, { query: '?tools=feed, billing' })).json['result'].isError,
  ).toBeUndefined();
  expect((await post(service, sent, { query: '?tools=feed&tools=billing' })).json['result']).toBeDefined();
});

it('nothing was a fault of the service', () => {
  expect(service.logged).toEqual([]);
});
