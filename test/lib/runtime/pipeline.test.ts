import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { openSecret } from '../../../lib/adapters/secrets.ts';
import { gatewayRoutes } from '../../../lib/contract/routes.ts';
import { startGateway, type LocalGateway } from '../../../lib/local/gateway/gateway.ts';
import { callOf, lambdaHandler, type Answering } from '../../../lib/runtime/lambda/lambda.ts';
import { csrfTokenOf } from '../../../lib/runtime/callers/csrf.ts';
import { pipelineOf } from '../../../lib/runtime/pipeline.ts';
import { notFoundReply } from '../../../lib/runtime/replies.ts';
import { wrongMethodReply } from '../../../lib/runtime/wrong-method.ts';
import { expectDeclared } from '../../support/service/declared-reply.ts';
import { requestEvent } from '../../support/faults/fault-event.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { testArea, testKinds, testOperations } from '../../support/service/test-catalogue.ts';

let gateway: LocalGateway;
let pipeline: Answering;
const opened = { times: 0 };

const service = shared(startTestService);
beforeAll(async () => {
  const { core } = service;
  const deps = { ...core, secret: openSecret(core.config), queue: openQueue(core.config) };
  pipeline = pipelineOf(testArea(opened), deps, testKinds);
  const handler = lambdaHandler(pipeline, core.config);
  const declared = Object.values(testOperations);
  gateway = await startGateway({
    port: 0,
    routes: gatewayRoutes(declared).map((route) => ({ ...route, handler })),
    fallback: lambdaHandler(
      {
        answer: async (call) => wrongMethodReply(call, declared) ?? notFoundReply(call),
        refuse: notFoundReply,
      },
      core.config,
    ),
  });
});
afterAll(() => gateway.stop());
beforeEach(() => void (opened.times = 0));

interface Sent {
  headers?: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
}

async function call(method: string, path: string, { headers = {}, body }: Sent = {}) {
  const reply = await fetch(gateway.url + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  const text = bytes.toString('utf8');
  const isJson = (reply.headers.get('content-type') ?? '').includes('json') && text !== '';
  const read = {
    status: reply.status,
    headers: reply.headers,
    text,
    bytes,
    json: isJson ? JSON.parse(text) : {},
  };
  expectDeclared(method, path, read, testOperations);
  return read;
}

describe('cookies', () => {
  it('reads those that are declared and sets those that are, for this host and out of reach of scripts', async () => {
    const { json, headers } = await call('GET', '/t/visit', {
      headers: { cookie: 'a=1; __Host-theme=light; b=2' },
    });

    expect(json).toEqual({ theme: 'light' });
    expect(headers.getSetCookie()).toEqual([
      '__Host-theme=dark; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  it.each([
    ['none', {}],
    ['one of another name', { cookie: 'x__Host-theme=a; __Host-themes=b' }],
    ['one that was sent twice', { cookie: '__Host-theme=a; __Host-theme=b' }],
  ])('believes %s to be none', async (_what, headers) => {
    expect((await call('GET', '/t/visit', { headers: headers as Record<string, string> })).json).toEqual({
      theme: null,
    });
  });

  it('removes each that is null', async () => {
    const { status, text, headers } = await call('DELETE', '/t/visit');

    expect([status, text]).toEqual([204, '']);
    expect(headers.getSetCookie()).toEqual(
      ['__Host-theme', '__Host-other'].map(
        (name) => `${name}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`,
      ),
    );
  });
});

describe('several statuses', () => {
  it('answers the usual one, or sends the caller on', async () => {
    const page = await call('GET', '/t/sign-in');
    const onward = await call('GET', '/t/sign-in?to=/t/own');

    expect([page.status, page.text, page.headers.get('content-type')]).toEqual([
      200,
      '<p>Sign in</p>',
      'text/html; charset=utf-8',
    ]);
    expect([onward.status, onward.text, onward.headers.get('location')]).toEqual([302, '', '/t/own']);
    expect(onward.headers.get('cache-control')).toBe('no-store');
    expect(onward.headers.has('content-type')).toBe(false);
  });

  it('sends on with a cookie after a POST', async () => {
    const { status, headers } = await call('POST', '/t/sign-in');

    expect([status, headers.get('location')]).toEqual([303, '/t/own']);
    expect(headers.getSetCookie()).toHaveLength(1);
  });
});

describe('what nobody declared', () => {
  it.each([['status'], ['cookie'], ['value']])('a %s is a fault of ours, and not sent', async (what) => {
    const { status, headers } = await call('GET', `/t/undeclared/${what}`);

    expect([status, headers.getSetCookie()]).toEqual([500, []]);
  });
});

describe('bytes', () => {
  it.each([
    ['no content type', undefined],
    ['one that the gateway takes for text', 'text/plain'],
    ['JSON, which is not read', 'application/json'],
    ['an image', 'image/webp'],
  ])('are taken as they are with %s, and sent as they are', async (_what, type) => {
    // The gateway puts U+FFFD into what it takes for text, so this is text where it does.
    const body =
      type?.startsWith('image') || type === undefined ? Buffer.from([0, 255, 0xc3, 10]) : Buffer.from('{"x');

    const reply = await call('POST', '/t/picture', {
      body,
      ...(type && { headers: { 'content-type': type } }),
    });

    expect([reply.status, [...reply.bytes]]).toEqual([200, [...body].toReversed()]);
    expect(reply.headers.get('content-type')).toBe('application/octet-stream');
  });

  it('may be answered with another declared status', async () => {
    expect((await call('POST', '/t/picture', { body: Buffer.alloc(501) })).status).toBe(202);
  });

  it('carry an entity tag too', async () => {
    const first = await call('GET', '/t/picture');
    const etag = first.headers.get('etag') ?? '';
    const again = await call('GET', '/t/picture', { headers: { 'if-none-match': etag } });

    expect(first.bytes).toEqual(Buffer.from([0, 255, 128, 10, 13, 0xc3]));
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
    expect(again.headers.get('cache-control')).toBe('private');
  });

  it('are not sent to HEAD', async () => {
    const { status, headers, bytes } = await call('HEAD', '/t/picture');

    expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'image/webp', 0]);
  });
});

describe('the size of a body', () => {
  it.each([
    ['of bytes', '/t/picture', 1_000, 'application/octet-stream', (size: number) => Buffer.alloc(size, 'x')],
    ['of text', '/t/picture', 1_000, 'text/plain', (size: number) => Buffer.alloc(size, 'é')],
    [
      'of JSON',
      '/t/note',
      300_000,
      'application/json',
      (size: number) => JSON.stringify({ text: 'x'.repeat(size - 11) }),
    ],
  ])('%s may be what the operation says and no more', async (_what, path, limit, type, bodyOf) => {
    const headers = { 'content-type': type };

    expect((await call('POST', path, { headers, body: bodyOf(limit) })).status).toBeLessThan(300);
    expectRefusal(await call('POST', path, { headers, body: bodyOf(limit + 2) }), {
      status: 413,
      error: 'corpo_grande',
      names: [String(limit), String(limit + 2)],
    });
  });
});

describe('an entity tag', () => {
  it('is written and answered without a line of the operation', async () => {
    const first = await call('GET', '/t/note/known');
    const etag = first.headers.get('etag') ?? '';
    const statuses = await Promise.all(
      [etag, `W/${etag}`, `"other", ${etag}`, '*', '"other"', etag.slice(1)].map(
        async (tag) => (await call('GET', '/t/note/known', { headers: { 'if-none-match': tag } })).status,
      ),
    );

    expect(first.text).toBe('A note.');
    expect(statuses).toEqual([304, 304, 304, 304, 200, 200]);
  });

  it('is not on a refusal, which is no 304 either', async () => {
    const { status, headers } = await call('GET', '/t/note/other', { headers: { 'if-none-match': '*' } });

    expect([status, headers.has('etag')]).toEqual([404, false]);
  });
});

describe('a refusal in kind', () => {
  it('has the content type of the output, the words of the area and when to come again', async () => {
    const { status, text, headers } = await call('GET', '/t/note/busy');

    expect([status, text, headers.get('content-type')]).toEqual([
      429,
      '# muitos_testes: Not so fast.\n',
      'text/plain; charset=utf-8',
    ]);
    expect([headers.get('retry-after'), headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
      '7',
      'noindex',
      'no-store',
    ]);
  });

  it('is none of a fault of ours, which says nothing of the inside', async () => {
    const { status, json, text } = await call('GET', '/t/note/broken');

    expect([status, json['error']]).toEqual([500, 'erro_interno']);
    expect(text).not.toContain('s3cret');
    expect(service.logged).toContain('operation_failed');
  });
});

describe('an operation that never refuses', () => {
  const type = 'application/json';
  beforeEach(() => void service.logged.splice(0));

  it.each([
    ['what it takes', type, '{"text":"x"}', 1],
    ['a field of another kind', type, '{"text":1}', 0],
    ['no JSON', type, '{', 0],
    ['bytes that are no text', type, Buffer.from([0xff, 0xfe]), 0],
    ['nothing', type, '', 0],
    ['a page', 'text/html', '{"text":"x"}', 0],
    ['a megabyte', type, JSON.stringify({ text: 'x'.repeat(1_000_000) }), 0],
  ])('answers %s as if it had worked', async (_what, contentType, body, times) => {
    const reply = await call('POST', '/t/left', { headers: { 'content-type': contentType }, body });

    expect([reply.status, reply.text, opened.times]).toEqual([204, '', times]);
    expect(service.logged).toEqual([]);
  });

  it('keeps a fault of ours, and one that took too long, for the log', async () => {
    const headers = { 'content-type': type };
    const reply = await call('POST', '/t/left', { headers, body: '{"text":"broken"}' });
    const late = Object.assign(new Error('Too late.'), { name: 'TimeoutError' });
    const { status, body } = pipeline.refuse(callOf(requestEvent('POST', '/t/left')), late);

    expect([reply.status, reply.text, status, body]).toEqual([204, '', 204, '']);
    expect(service.logged).toEqual(['operation_failed', 'operation_failed']);
  });

  it('is reached by its method alone', async () => {
    expect((await call('GET', '/t/left')).status).toBe(405);
  });
});

describe('a preview', () => {
  const browser = { 'user-agent': 'Slackbot-LinkExpanding 1.0' };

  it('is what a browser gets, and the operation does not run', async () => {
    const { status, text } = await call('GET', '/t/open', { headers: browser });

    expect([status, text, opened.times]).toEqual([200, '<p>A preview</p>', 0]);
  });

  it('is not in the way of a call or of a form', async () => {
    await call('GET', '/t/open');
    const { json } = await call('POST', '/t/open', { headers: browser });

    expect(json).toEqual({ opened: 2 });
  });
});

describe('who acts', () => {
  const key = { 'x-api-key': 'mmk_key' };
  const cookie = { cookie: '__Host-mm-auth=session' };
  const guest = { 'x-guest-token': 'hp_guest' };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it.each<[string, Record<string, string>, string]>([
    ['an API key before a session and a guest', { ...key, ...cookie, ...guest }, 'apiKey'],
    ['an API key as bearer', { ...bearer('mmk_key'), ...cookie, ...guest }, 'apiKey'],
    ['a session before a guest', { ...cookie, ...guest }, 'session'],
    ['a session before a guest as bearer', { ...cookie, ...bearer('hp_guest') }, 'session'],
    ['a guest behind a session that has ended', { cookie: '__Host-mm-auth=unknown', ...guest }, 'guest'],
    ['a guest as bearer', bearer('hp_guest'), 'guest'],
  ])('%s', async (_who, headers, by) => {
    for (const path of ['/t/own', '/t/maybe'])
      expect((await call('GET', path, { headers })).json).toEqual({ caller: 'owner', by });
  });

  it.each<[string, Record<string, string>, string]>([
    ['nothing', {}, 'credencial_ausente'],
    [
      'an unknown key, whatever else is sent',
      { 'x-api-key': 'mmk_unknown', ...cookie, ...guest },
      'credencial_invalida',
    ],
    ['a session that has ended', { cookie: '__Host-mm-auth=unknown' }, 'invalid_session'],
    ['a session sent twice', { cookie: '__Host-mm-auth=a; __Host-mm-auth=b' }, 'credencial_ausente'],
    ['a bearer of no kind', bearer('cred_x'), 'credencial_invalida'],
    ['another scheme', { authorization: 'Basic aGk6aGk=' }, 'credencial_invalida'],
    ['a blank token', { 'x-guest-token': ' ' }, 'credencial_ausente'],
  ])('is refused with %s', async (_what, headers, error) => {
    expectRefusal(await call('GET', '/t/own', { headers }), { status: 401, error });
  });

  it('is nobody where that is enough, but not behind a credential that is wrong', async () => {
    expect((await call('GET', '/t/maybe')).json).toEqual({ caller: 'nobody', by: null });
    expectRefusal(await call('GET', '/t/maybe', { headers: { 'x-guest-token': 'hp_unknown' } }), {
      status: 401,
      error: 'credencial_invalida',
    });
  });

  it('is a session alone where a session is asked for, and nobody opens what no kind opens', async () => {
    expect((await call('GET', '/t/person', { headers: cookie })).json).toEqual({
      caller: 'owner',
      by: 'session',
    });
    for (const [path, absent, invalid] of [
      ['/t/person', 'invalid_session', 'invalid_session'],
      ['/t/panel', 'credencial_ausente', 'credencial_invalida'],
    ] as const) {
      expectRefusal(await call('GET', path, { headers: guest }), { status: 401, error: absent });
      const headers = bearer('hp_guest');
      expectRefusal(await call('GET', path, { headers }), { status: 401, error: invalid });
    }
  });

  it('is nobody with a cookie that means nothing, where that is enough', async () => {
    const headers = { cookie: '__Host-mm-auth=unknown' };

    expect((await call('GET', '/t/maybe', { headers })).json).toEqual({ caller: 'nobody', by: null });
  });

  it('says each way to send what is missing', async () => {
    const { json } = await call('GET', '/t/own');

    for (const way of ['X-Api-Key', 'Authorization: Bearer', 'the cookie __Host-mm-auth', 'X-Guest-Token'])
      expect(json['detail']).toContain(way);
  });
});

describe('a form of a page without scripts', () => {
  const browser = 'b'.repeat(43);
  const csrf = csrfTokenOf({ browser, session: 'session' });
  const sent = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call('POST', '/t/form', {
      headers: {
        origin: new URL(service.url).origin,
        cookie: `__Host-mm-auth=session; __Host-mm-browser=${browser}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    });

  it('proves where it comes from by a field of its own, which is no part of the input', async () => {
    expect((await sent({ csrf, text: 'a & é' })).json).toEqual({ text: 'a & é' });
    expect((await sent({ text: 'b' }, { 'x-csrf-token': csrf })).json).toEqual({ text: 'b' });
  });

  it('is refused without that, and with what it must not have', async () => {
    const forged = { status: 403, error: 'invalid_csrf' };
    expectRefusal(await sent({ text: 'a' }), forged);
    expectRefusal(await sent({ text: 'a', csrf: 'x' }), forged);
    expectRefusal(await sent({ text: 'a', csrf }, { 'content-type': 'text/plain' }), forged);
    expectRefusal(await sent({ text: 'a', csrf }, { origin: 'null' }), {
      status: 403,
      error: 'invalid_origin',
    });
    expectRefusal(await sent({ text: 'a', to: '/', csrf }), { status: 400, error: 'campo_desconhecido' });
    const type = { 'content-type': 'application/json', 'x-csrf-token': csrf };
    expectRefusal(await sent({ text: 'a' }, type), { status: 415, error: 'tipo_nao_suportado' });
  });
});

describe('pages of other sites', () => {
  const originOf = async (path: string, headers: Record<string, string> = {}) =>
    (await call('GET', path, { headers })).headers.get('access-control-allow-origin');

  it('may read what tokens open, and nothing that a cookie opened, reads or sets', async () => {
    expect(await originOf('/t/own', { 'x-guest-token': 'hp_guest' })).toBe('*');
    expect(await originOf('/t/own', { cookie: '__Host-mm-auth=session' })).toBeNull();
    expect(await originOf('/t/own', { cookie: '__Host-mm-auth=unknown' })).toBe('*');
    expect(await originOf('/t/person', { cookie: '__Host-mm-auth=session' })).toBeNull();
    expect(await originOf('/t/person')).toBeNull();
    expect(await originOf('/t/visit')).toBeNull();
    expect(await originOf('/t/note/known')).toBe('*');
    expect(await originOf('/t/note/broken')).toBe('*');
  });

  it('are told before what they may send, for no operation that is closed to them', async () => {
    const open = await call('OPTIONS', '/t/picture');
    const closed = await call('OPTIONS', '/t/visit');

    expect([open.status, open.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'POST, GET, HEAD, OPTIONS',
    ]);
    expect([closed.status, closed.headers.get('allow')]).toEqual([204, 'GET, HEAD, DELETE, OPTIONS']);
    for (const name of ['origin', 'methods', 'headers', 'credentials'])
      expect(closed.headers.has(`access-control-allow-${name}`)).toBe(false);
  });
});

describe('an answer that took too long', () => {
  it('is 503 as the operation declares, closed to sites where it is', async () => {
    const late = Object.assign(new Error('Too late.'), { name: 'TimeoutError' });
    const answered = (path: string) => {
      const { status, headers } = pipeline.refuse(callOf(requestEvent('GET', path)), late);
      return [status, headers['access-control-allow-origin'], headers['retry-after']];
    };

    expect(answered('/t/visit')).toEqual([503, undefined, '5']);
    expect(answered('/t/own')).toEqual([503, '*', '5']);
    expect(answered('/t/nowhere')).toEqual([503, '*', '5']);
  });
});

describe('routing', () => {
  it('answers a method that no operation takes at its path by itself', async () => {
    const answered = async (method: string, path: string) => {
      const { status, headers } = await pipeline.answer(callOf(requestEvent(method, path)));
      return [status, headers['allow']];
    };

    expect(await answered('PUT', '/t/note')).toEqual([405, 'POST, OPTIONS']);
    expect(await answered('OPTIONS', '/t/picture')).toEqual([204, 'POST, GET, HEAD, OPTIONS']);
    expect(await answered('OPTIONS', '/t/nowhere')).toEqual([404, undefined]);
  });

  it('tells a path with another method from one that is nowhere', async () => {
    const wrong = await call('DELETE', '/t/note');
    const nowhere = await call('GET', '/t/nowhere');

    expect([wrong.status, wrong.headers.get('allow'), nowhere.status]).toEqual([405, 'POST, OPTIONS', 404]);
  });
});
