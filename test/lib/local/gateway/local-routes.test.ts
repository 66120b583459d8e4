import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Hold } from '../../../../lib/domain/alerts/alert-stop.ts';
import { startGateway, type LocalGateway } from '../../../../lib/local/gateway/gateway.ts';
import { localRoutes } from '../../../../lib/local/gateway/local-routes.ts';
import type { LocalMail } from '../../../../lib/local/mail/mail-store.ts';
import { MovableClock } from '../../../../lib/local/clock/movable-clock.ts';

let gateway: LocalGateway;
let clock: MovableClock;
let mails: LocalMail[];
let deliveries: unknown[];
let checks: number;
let published: number;
let hold: Hold | null;

beforeEach(async () => {
  clock = new MovableClock({ startAt: Date.parse('2026-11-20T12:00Z') });
  mails = [];
  deliveries = [];
  checks = 0;
  published = 0;
  hold = null;
  gateway = await startGateway({
    port: 0,
    routes: [],
    fallback: async () => 'not mine',
    before: localRoutes({
      advance: async (sec) => clock.advance(sec),
      check: async () => {
        checks += 1;
        return { checked: 3, sent: 2, failed: 1 };
      },
      publish: async () => void (published += 1),
      topics: {
        published: () => [{ at: '2026-11-20T12:00:00.000Z', arn: 'arn:aws:sns:eu-west-1:111122223333:a' }],
      },
      events: async () => 'unreadable' as const,
      hook: async () => 'unknown_key' as const,
      clock,
      hold: { now: () => hold, set: (set) => void (hold = set) },
      mailbox: { messages: () => mails },
      deliveries: async () => deliveries,
    }),
  });
});

afterEach(() => gateway.stop());

function get(path: string): Promise<Response> {
  return fetch(gateway.url + path);
}

function post(path: string, body?: string): Promise<Response> {
  return fetch(gateway.url + path, { method: 'POST', body: body ?? null });
}

/** With headers that `fetch` does not let one set. */
function sendWith(method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const req = request(
      { port: gateway.port, host: '127.0.0.1', method, path, headers, agent: false },
      (res) => {
        json(res).then((body) => resolve({ status: res.statusCode ?? 0, body }), reject);
      },
    );
    req.on('error', reject).end();
  });
}

function mail(given: Partial<LocalMail>): LocalMail {
  return {
    to: 'alice@example.com',
    subject: 'Down: backup',
    text: 'It fell silent.',
    html: null,
    at: '2026-11-20T12:00:00.000Z',
    headers: [{ name: 'X-Kept', value: 'inside' }],
    ...given,
  };
}

describe('the local routes', () => {
  it('run the check and answer its counts', async () => {
    const reply = await post('/_local/check');

    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ checked: 3, sent: 2, failed: 1 });
    expect(checks).toBe(1);
  });

  it('tell the time and move it', async () => {
    const told = async () => (await get('/_local/clock')).json();
    expect(await told()).toEqual({ now: '2026-11-20T12:00:00.000Z', ahead_sec: 0 });

    const reply = await post('/_local/clock', '{"advance_sec":90.5}');

    expect(await reply.json()).toEqual({ now: '2026-11-20T12:01:30.500Z' });
    expect(await told()).toEqual({ now: '2026-11-20T12:01:30.500Z', ahead_sec: 0 });
  });

  it('move the clock by 400 days at once', async () => {
    const reply = await post('/_local/clock', '{"advance_sec":34560000}');

    expect(await reply.json()).toEqual({ now: '2027-12-25T12:00:00.000Z' });
  });

  it.each([
    '{"advance_sec":34560001}',
    '{"advance_sec":0}',
    '{"advance_sec":-5}',
    '{"advance_sec":"60"}',
    '{"advance_sec":null}',
    '{}',
    'null',
    'not json',
    '',
    `{"advance_sec":60,"x":"${'x'.repeat(10_000)}"}`,
  ])('do not move the clock by %s', async (body) => {
    const reply = await post('/_local/clock', body);

    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({
      error: 'invalid_request',
      detail: 'advance_sec must be a positive number of seconds, at most 34560000 (400 days).',
    });
    expect(clock.now()).toBe(Date.parse('2026-11-20T12:00Z'));
  });

  it.each([
    ['{"minutes":30}', '2026-11-20T12:30:00.000Z'],
    ['{"minutes":60}', '2026-11-20T13:00:00.000Z'],
    ['{"minutes":0.5}', '2026-11-20T12:00:30.000Z'],
    ['{"until":"2026-11-20T12:45:00Z"}', '2026-11-20T12:45:00.000Z'],
    ['{"until":"2026-11-20T12:45Z"}', '2026-11-20T12:45:00.000Z'],
  ])('hold alerts by %s, until it is over or ended', async (body, until) => {
    const held = await (await post('/_local/hold', body)).json();
    const shown = await (await get('/_local/hold')).json();
    clock.advance(3_600);
    const over = await (await get('/_local/hold')).json();
    await post('/_local/hold', '{"minutes":1}');
    const ended = await fetch(`${gateway.url}/_local/hold`, { method: 'DELETE' });

    expect([held, shown]).toEqual([{ held_until: until }, { held_until: until }]);
    expect([over, await ended.json(), hold]).toEqual([{ held_until: null }, { held_until: null }, null]);
  });

  it.each([
    '{"minutes":0}',
    '{"minutes":-1}',
    '{"minutes":60.01}',
    '{"minutes":"30"}',
    '{"minutes":null}',
    '{"until":"2026-11-20T12:00:00Z"}',
    '{"until":"2026-11-20T13:00:01Z"}',
    '{"until":"2026-11-20T12:30:00"}',
    '{"until":"2026-11-20T12:30:00+00:00"}',
    '{"until":1795262400000}',
    '{"minutes":30,"until":"2026-11-20T12:30:00Z"}',
    '{"minutes":30,"hours":1}',
    '{}',
    '[30]',
    'null',
    'not json',
    '',
  ])('do not hold alerts by %s', async (body) => {
    const reply = await post('/_local/hold', body);

    expect(reply.status).toBe(400);
    const { error, detail } = (await reply.json()) as { error: string; detail: string };
    expect([error, hold]).toEqual(['invalid_request', null]);
    expect(detail).toContain('at most 60');
  });

  it('list the mails with five fields each', async () => {
    mails = [mail({ subject: 'second', html: '<p>x</p>' }), mail({ subject: 'first' })];

    const reply = await get('/_local/mail');

    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await reply.json()).toEqual({
      messages: [
        {
          to: 'alice@example.com',
          subject: 'second',
          text: 'It fell silent.',
          html: '<p>x</p>',
          at: '2026-11-20T12:00:00.000Z',
        },
        {
          to: 'alice@example.com',
          subject: 'first',
          text: 'It fell silent.',
          html: null,
          at: '2026-11-20T12:00:00.000Z',
        },
      ],
    });
  });

  it('list the deliveries', async () => {
    deliveries = [{ alert: 'a1', outcome: 'sent' }];

    expect(await (await get('/_local/deliveries')).json()).toEqual({
      deliveries: [{ alert: 'a1', outcome: 'sent' }],
    });
  });

  it.each([
    ['PUT', '/_local/clock', 'GET, HEAD, POST, DELETE'],
    ['POST', '/_local/mail', 'GET, HEAD'],
    ['GET', '/_local/check', 'POST'],
    ['HEAD', '/_local/check', 'POST'],
  ])('answer %s %s with 405 and what is allowed', async (method, path, allow) => {
    const reply = await fetch(gateway.url + path, { method });

    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe(allow);
    expect(checks).toBe(0);
  });

  it('answer an unknown path below /_local with 404 and leave others alone', async () => {
    const unknown = await get('/_local/toString');

    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toEqual({
      error: 'not_found',
      detail: 'There is no /_local/toString here; GET /_local lists what is.',
    });
    expect(await (await get('/_locals')).text()).toBe('not mine');
    expect((await get('/_local/mail/?x=1')).status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:8787',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.0.4',
  ])('refuse the Host %s, since a foreign name may have been pointed here', async (host) => {
    expect(await sendWith('GET', '/_local/mail', { host })).toMatchObject({
      status: 403,
      body: { error: 'invalid_host' },
    });
  });

  it.each(['localhost', 'LOCALHOST:8787', '127.0.0.1:8787', '[::1]:8787'])(
    'accept the Host %s',
    async (host) => {
      expect(await sendWith('GET', '/_local/mail', { host })).toMatchObject({ status: 200 });
    },
  );

  it.each([
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [403, { origin: 'https://evil.example' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://localhost:9999' }],
    [200, { origin: 'http://localhost:8787', 'sec-fetch-site': 'same-origin' }],
    [200, { 'sec-fetch-site': 'none' }],
  ])('answer %i to a POST with %o', async (status, headers) => {
    const reply = await sendWith('POST', '/_local/check', { host: 'localhost:8787', ...headers });

    expect(reply.status).toBe(status);
    expect(checks).toBe(status === 200 ? 1 : 0);
  });
});

describe('the local page', () => {
  it('shows the time, the mails and the deliveries', async () => {
    mails = [mail({})];
    deliveries = [{ outcome: 'sent' }];

    const reply = await get('/_local');
    const page = await reply.text();

    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toContain('<time datetime="2026-11-20T12:00:00.000Z">');
    expect(page).toContain('2026-11-20T12:00:00.000Z to alice@example.com: Down: backup');
    expect(page).toContain('Alert deliveries (1)');
    expect(page).toContain('&quot;outcome&quot;: &quot;sent&quot;');
    expect(page).toContain(`curl -X POST ${gateway.url}/_local/check`);
  });

  it('escapes what others have written', async () => {
    mails = [mail({ subject: '<script>alert(1)</script>', text: '"</pre>&\'' })];
    deliveries = [{ answer: '<img src=x>' }];

    const page = await (await get('/_local')).text();

    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('&quot;&lt;/pre&gt;&amp;&#39;');
    expect(page).toContain('&lt;img src=x&gt;');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
  });

  it('lets only its own script run and asks nothing of other hosts', async () => {
    const reply = await get('/_local');
    const page = await reply.text();

    const nonce = /<script nonce="([^"]+)">/.exec(page)?.[1];
    expect(reply.headers.get('content-security-policy')).toContain(`script-src 'nonce-${nonce}'`);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.match(/(?:src|href)="(?!\/|data:)[^"]*"/g)).toBeNull();
  });
});
