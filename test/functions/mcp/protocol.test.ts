import { describe, expect, it } from 'vitest';
import { legacy, MODERN, modern, modernHeaders, post, type Posted } from '../../support/service/mcp.ts';
import { rawCall } from '../../support/service/raw-call.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

// Else this machine itself refuses what a page of another site sends.
const service = shared(() => startTestService({ allowLoopbackAlerts: false }));

/** Status, code of the error and the id that it answers. */
async function refusal(sent: unknown, posted?: Posted) {
  const { status, json } = await post(service, sent, posted);
  return [status, json['error']?.code, json['id']];
}

const postModern = (method: string, params?: object, meta?: object, headers?: Posted['headers']) =>
  post(service, modern(method, params, meta), {
    headers: { ...modernHeaders(method, (params as { name?: string })?.name), ...headers },
  });

describe('a body', () => {
  it.each([
    ['a batch', [legacy('ping')], [400, -32600, undefined]],
    ['an empty batch', [], [400, -32600, undefined]],
    ['no JSON', '{"jsonrpc":', [400, -32700, undefined]],
    ['nothing', '', [400, -32700, undefined]],
    ['a text', '"ping"', [400, -32600, undefined]],
    ['null', 'null', [400, -32600, undefined]],
    ['another version of JSON-RPC', { ...legacy('ping'), jsonrpc: '1.0' }, [400, -32600, 1]],
    ['no version of JSON-RPC', { id: 1, method: 'ping' }, [400, -32600, 1]],
    ['an id that is null', legacy('ping', undefined, null), [400, -32600, undefined]],
    ['an id that is half a number', legacy('ping', undefined, 1.5), [400, -32600, undefined]],
    ['an id that is an object', legacy('ping', undefined, {}), [400, -32600, undefined]],
    ['no method', { jsonrpc: '2.0', id: 'a' }, [400, -32600, 'a']],
    ['a method that is a number', { jsonrpc: '2.0', id: 'a', method: 7 }, [400, -32600, 'a']],
    ['params that are a list', { ...legacy('ping'), params: [] }, [400, -32600, 1]],
    ['params that are null', { ...legacy('ping'), params: null }, [400, -32600, 1]],
    ['more than 256 kB', legacy('ping', { pad: 'x'.repeat(5_000_000) }), [413, -32600, undefined]],
  ])('is refused that is %s', async (_what, sent, expected) => {
    expect(await refusal(sent)).toEqual(expected);
  });

  it('is refused that is not UTF-8', async () => {
    const reply = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    });

    expect([reply.status, ((await reply.json()) as Reply['json'])['error'].code]).toEqual([400, -32700]);
  });

  it.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a notification of an unknown name', { jsonrpc: '2.0', method: 'tools/call', params: {} }],
    ['the response to nothing', { jsonrpc: '2.0', id: 3, result: {} }],
    ['an error as a response', { jsonrpc: '2.0', id: 3, error: { code: 1, message: 'no' } }],
  ])('is taken and not answered that is %s', async (_what, sent) => {
    const modernReply = await post(service, sent, { headers: { 'mcp-protocol-version': MODERN } });
    const legacyReply = await post(service, sent);

    for (const { status, text } of [modernReply, legacyReply]) expect([status, text]).toEqual([202, '']);
  });

  it.each([
    ['a text', 'a-1'],
    ['an empty text', ''],
    ['0', 0],
    ['a negative number', -7],
  ])('has its id back, also in an error, that is %s', async (_what, id) => {
    expect((await post(service, legacy('ping', undefined, id))).json['id']).toBe(id);
    expect((await post(service, legacy('nothing', undefined, id))).json['id']).toBe(id);
  });
});

describe('types', () => {
  it.each([
    ['no type', undefined],
    ['a form', 'application/x-www-form-urlencoded'],
    ['plain text', 'text/plain'],
    ['another JSON', 'application/ld+json'],
  ])('a body with %s is refused', async (_what, type) => {
    expect(await refusal(JSON.stringify(legacy('ping')), { headers: { 'content-type': type } })).toEqual([
      415,
      -32600,
      undefined,
    ]);
  });

  it.each([
    [undefined], ['*/*'], ['application/json'], ['application/*'], ['application/json, text/event-stream'],
    ['text/event-stream, application/json;q=0.5'], ['text/html, */*;q=0.1'],
  ])('whoever takes %s is answered as JSON', async (accept) => {
    const { status, headers } = await post(service, legacy('ping'), { headers: { accept } });

    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  }); // prettier-ignore

  it.each([['text/event-stream'], ['text/html'], ['application/json;q=0']])(
    'whoever takes %s alone is refused',
    async (accept) => {
      expect(await refusal(legacy('ping'), { headers: { accept } })).toEqual([406, -32600, undefined]);
    },
  );

  it('a charset beside the type changes nothing', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await post(service, legacy('ping'), { headers })).status).toBe(200);
  });
});

describe('the version', () => {
  it('of a request that says all of itself must stand in its header too', async () => {
    const lost = await postModern('tools/list', {}, {}, { 'mcp-protocol-version': undefined });
    const other = await postModern('tools/list', {}, {}, { 'mcp-protocol-version': '2025-11-25' });

    for (const { status, json } of [lost, other])
      expect([status, json['error'].code, json['id']]).toEqual([400, -32020, 1]);
  });

  it('that is unknown is refused, with those that are known', async () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2199-01-01' };
    const { status, json } = await postModern('tools/list', {}, meta, {
      'mcp-protocol-version': '2199-01-01',
    });

    expect([status, json['error']]).toEqual([
      400,
      {
        code: -32022,
        message: 'Unsupported protocol version',
        data: { supported: [MODERN, '2025-11-25', '2025-06-18'], requested: '2199-01-01' },
      },
    ]);
  });

  it.each(['2025-03-26', '2024-11-05', 'latest', ''])(
    'after a handshake is refused in its header that is %j',
    async (version) => {
      const headers = { 'mcp-protocol-version': version };
      const { status, json } = await post(service, legacy('tools/list'), { headers });

      expect([status, json['error'].code, json['error'].data.requested]).toEqual([400, -32022, version]);
    },
  );

  it.each(['2025-11-25', '2025-06-18', undefined])(
    'after a handshake may be %s in the header',
    async (version) => {
      const headers = { 'mcp-protocol-version': version };
      expect((await post(service, legacy('ping'), { headers })).json['result']).toEqual({});
    },
  );

  it('of an earlier time in _meta is one of a handshake', async () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2025-11-25' };
    const headers = { 'mcp-protocol-version': '2025-11-25' };
    const { json } = await post(service, modern('ping', {}, meta), { headers });

    expect(json['result']).toEqual({});
  });
});

describe('a request that says all of itself', () => {
  it.each([
    ['Mcp-Method is missing', 'tools/list', {}, { 'mcp-method': undefined }],
    ['Mcp-Method is another', 'tools/list', {}, { 'mcp-method': 'tools/call' }],
    ['Mcp-Method is in other letters', 'tools/list', {}, { 'mcp-method': 'Tools/List' }],
    ['Mcp-Name is missing', 'tools/call', { name: 'getHealth' }, { 'mcp-name': undefined }],
    ['Mcp-Name is another', 'tools/call', { name: 'getHealth' }, { 'mcp-name': 'createGuest' }],
    ['Mcp-Name decodes to another', 'tools/call', { name: 'getHealth' }, { 'mcp-name': '=?base64?Zm9v?=' }],
    ['Mcp-Name does not decode', 'tools/call', { name: 'getHealth' }, { 'mcp-name': '=?base64?%%%?=' }],
    ['the name is no text', 'tools/call', { name: [[['a']]] }, { 'mcp-name': 'a' }],
  ])('is refused where %s', async (_what, method, params, headers) => {
    const { status, json } = await postModern(method, params, {}, headers);

    expect([status, json['error'].code, json['id']]).toEqual([400, -32020, 1]);
  });

  it('may encode Mcp-Name', async () => {
    const encoded = `=?base64?${Buffer.from('previewSchedule').toString('base64')}?=`;
    const params = { name: 'previewSchedule', arguments: { interval_sec: 300 } };
    const { status, json } = await postModern('tools/call', params, {}, { 'mcp-name': encoded });

    expect([status, json['result'].isError]).toEqual([200, undefined]);
  });

  it.each([
    ['no version', { 'io.modelcontextprotocol/protocolVersion': undefined }],
    ['a version that is no text', { 'io.modelcontextprotocol/protocolVersion': 2026 }],
    ['no capabilities', { 'io.modelcontextprotocol/clientCapabilities': undefined }],
    ['capabilities that are a list', { 'io.modelcontextprotocol/clientCapabilities': [] }],
  ])('is refused that has %s', async (_what, meta) => {
    const { status, json } = await postModern('tools/list', {}, meta);

    expect([status, json['error'].code, json['id']]).toEqual([400, -32602, 1]);
  });

  it('is refused that has its header and no _meta', async () => {
    expect(await refusal(legacy('tools/list'), { headers: modernHeaders('tools/list') })).toEqual([
      400, -32602, 1,
    ]);
  });

  it('need not say who its client is', async () => {
    const meta = { 'io.modelcontextprotocol/clientInfo': undefined };
    expect((await postModern('tools/list', {}, meta)).status).toBe(200);
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen', 'prompts/list', 'toString'])(
    'finds no method %s',
    async (method) => {
      const { status, json } = await postModern(method);
      expect([status, json['error'].code, json['id']]).toEqual([404, -32601, 1]);
    },
  );

  it('is told what there is, and how long that may be kept', async () => {
    const { status, json } = await postModern('server/discover');
    const { result } = json;

    expect(status).toBe(200);
    expect(result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [MODERN, '2025-11-25', '2025-06-18'],
      capabilities: { tools: {} },
      ttlMs: 300_000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'rollcall', version: 'local' } },
    });
    expect(Object.keys(result.capabilities)).toEqual(['tools']);
    expect(result.instructions).toContain('dead-man switch');
  });

  it('has tools listed in one order, with hints of a cache', async () => {
    const [first, second] = [await postModern('tools/list'), await postModern('tools/list')];

    expect(first.text).toBe(second.text);
    expect(first.json['result']).toMatchObject({
      resultType: 'complete',
      ttlMs: 300_000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'rollcall' } },
    });
    expect(first.json['result']).not.toHaveProperty('nextCursor');
  });

  it('has a tool called completely', async () => {
    const params = { name: 'previewSchedule', arguments: { interval_sec: 300 } };
    const { json } = await postModern('tools/call', params);

    expect(json['result']).toMatchObject({
      resultType: 'complete',
      structuredContent: { interval_sec: 300 },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'rollcall' } },
    });
  });
});

describe('a handshake', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-11-25'],
    [MODERN, '2025-11-25'],
    ['never', '2025-11-25'],
  ])('that asks for %s agrees on %s', async (asked, agreed) => {
    const { status, json } = await post(service, legacy('initialize', { protocolVersion: asked }));

    expect(status).toBe(200);
    expect(json['result']).toMatchObject({
      protocolVersion: agreed,
      capabilities: { tools: {} },
      serverInfo: { name: 'rollcall', title: 'Rollcall', version: 'local' },
    });
    expect(json['result']).not.toHaveProperty('resultType');
    expect(json['result'].instructions).toContain('createGuest');
  });

  it('must ask for a version', async () => {
    expect(await refusal(legacy('initialize', {}))).toEqual([200, -32602, 1]);
  });

  it('is followed by methods, of which unknown ones are told by 200', async () => {
    expect((await post(service, legacy('ping'))).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    for (const method of ['server/discover', 'prompts/list', 'resources/list', 'constructor'])
      expect(await refusal(legacy(method))).toEqual([200, -32601, 1]);
  });

  it('is followed by plain lists', async () => {
    const { result } = (await post(service, legacy('tools/list'))).json;
    expect(Object.keys(result)).toEqual(['tools']);
  });
});

describe.each([
  ['modern', postModern],
  ['legacy', (method: string, params?: object) => post(service, legacy(method, params))],
] as const)('in the %s era', (_era, send) => {
  it.each([
    ['a text', 'abc'],
    ['empty', ''],
    ['a number', 4],
    ['null', null],
  ])('a cursor is refused that is %s', async (_what, cursor) => {
    const { status, json } = await send('tools/list', { cursor });
    expect([status, json['error'].code]).toEqual([200, -32602]);
  });

  it.each(['nothing', 'createmonitor', '__proto__', 'patchProfile', 'createApiKey', 'callMcp', ''])(
    'a tool is unknown that is called %j',
    async (name) => {
      const { status, json } = await send('tools/call', { name, arguments: {} });
      expect([status, json['error'].code, json['id']]).toEqual([200, -32602, 1]);
    },
  );

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['null', null],
  ])('arguments are refused that are %s', async (_what, args) => {
    const { status, json } = await send('tools/call', { name: 'getMonitor', arguments: args });
    expect([status, json['error'].code]).toEqual([200, -32602]);
  });

  it('a tool is called without arguments', async () => {
    const { json } = await send('tools/call', { name: 'createGuest' });
    expect(json['result'].structuredContent.token).toMatch(/^hp_/);
  });
});

/** Clients of the protocol read nothing else. */
function expectInProtocol({ json }: Reply, words: string): void {
  expect(json).toEqual({
    jsonrpc: '2.0',
    error: { code: expect.any(Number), message: expect.stringContaining(words) },
  });
}

describe('what one machine refuses before the function', () => {
  it('is in the protocol too: another host, another site, a body that no gateway takes', async () => {
    await using guarded = await startTestService({ allowLoopbackAlerts: true });
    const strange = await rawCall(guarded.url, 'POST', '/mcp', { host: 'evil.example' });
    const foreign = await guarded.call('POST', '/mcp?tools=all', {
      body: legacy('ping'),
      headers: { origin: 'https://evil.example' },
    });
    const huge = await guarded.call('POST', '/mcp', { body: Buffer.alloc(10 * 1024 * 1024 + 1) });

    expect([strange.status, foreign.status, huge.status]).toEqual([403, 403, 413]);
    expectInProtocol({ json: JSON.parse(strange.text) } as Reply, 'Host must be');
    expectInProtocol(foreign, 'Another site');
    expectInProtocol(huge, 'Too Large');
  });
});

describe('sessions and streams', () => {
  it('are ignored, and none is begun', async () => {
    const headers = { 'mcp-session-id': 'abc', 'last-event-id': '7' };
    const { status, headers: answered } = await post(service, legacy('ping'), { headers });

    expect([status, answered.get('mcp-session-id')]).toEqual([200, null]);
  });

  it.each(['text/event-stream', 'application/json, text/event-stream', 'Text/Event-Stream'])(
    'GET is no way to one: %s',
    async (accept) => {
      const reply = await service.call('GET', '/mcp', { headers: { accept } });

      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, POST']);
      expectInProtocol(reply, 'No stream of events');
    },
  );

  it.each(['DELETE', 'PUT', 'PATCH'])('%s is refused', async (method) => {
    const reply = await service.call(method, '/mcp');

    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD, OPTIONS']);
    expectInProtocol(reply, `${method} is not one of`);
  });
});

describe('pages of other sites', () => {
  const FOREIGN = ['https://evil.example', 'null', 'http://localhost', 'http://127.0.0.1:1', ''];

  it.each(FOREIGN)('may not call: %j', async (origin) => {
    expect(await refusal(legacy('ping'), { headers: { origin } })).toEqual([403, -32600, undefined]);
    for (const method of ['GET', 'DELETE', 'OPTIONS']) {
      const reply = await service.call(method, '/mcp', { headers: { origin } });
      expect(reply.status).toBe(403);
      expectInProtocol(reply, 'Pages of other sites');
    }
  });

  it('are told apart from this service’s own, and from programs', async () => {
    expect((await post(service, legacy('ping'), { headers: { origin: service.url } })).status).toBe(200);
    expect((await post(service, legacy('ping'))).status).toBe(200);
    expect((await service.call('GET', '/mcp', { headers: { origin: service.url } })).status).toBe(200);
  });

  it('are granted nothing', async () => {
    const preflight = await service.call('OPTIONS', '/mcp', { headers: { origin: service.url } });
    const replies = [preflight, await post(service, legacy('ping')), await service.call('GET', '/mcp')];

    expect(preflight.status).toBe(204);
    for (const { headers } of replies) expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});

it('refuses a toolset that there is not, by a sentence with those that there are', async () => {
  const { status, json } = await post(service, legacy('tools/list'), { query: '?tools=feed,nothing' });

  expect([status, json['id'], json['error']]).toEqual([
    400,
    1,
    {
      code: -32602,
      message:
        'There is no toolset "nothing"; there are monitors, history, fleet, secrets, ingest, feed, billing, discovery, devices, contact, all.',
    },
  ]);
});
