import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawCall, type RawReply } from '../../support/service/raw-call.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let port: string;
let id: string;

const service = shared(() => startTestService({ allowLoopbackAlerts: true }));
beforeAll(() => void ({ port } = new URL(service.url)));
beforeEach(async () => {
  id = String((await (await service.guest()).createMonitor())['id']);
});

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  rawCall(service.url, method, path, headers);

async function expectRefused(call: () => Promise<RawReply>, error: string): Promise<void> {
  const before = await contentsOf(service);
  const { status, text } = await call();
  expect(status).toBe(403);
  // A reply to HEAD has no body.
  if (text !== '') {
    const refusal = JSON.parse(text) as Record<string, string>;
    expect(refusal['error']).toBe(error);
    expect(refusal['detail']).toMatch(/^[A-Z].*--allow-loopback-alerts is on.*\.$/);
  }
  expect(await contentsOf(service)).toEqual(before);
}

const FOREIGN = [
  'https://evil.example',
  'http://evil.example:PORT',
  'null',
  'http://localhost',
  'http://localhost:9',
  'https://localhost:PORT',
  'http://localhost.evil.example:PORT',
];

describe('with loopback alerts', () => {
  it.each(FOREIGN)('refuses whatever is no plain read by a page of %s', async (spelled) => {
    const origin = spelled.replace('PORT', port);

    for (const [method, path] of [
      ['POST', '/api/guest'],
      ['POST', '/api/endpoints'],
      ['OPTIONS', '/api/endpoints'],
      ['PATCH', `/api/endpoints/${id}`],
      ['PUT', '/api/endpoints/by-slug/backup'],
      ['DELETE', '/api/ingest-key'],
      ['POST', '/_local/check'],
      ['GET', `/in/${id}`],
      ['HEAD', `/in/${id}/fail`],
      ['POST', `/in/${id}`],
      ['POST', '/nowhere'],
    ] as const) {
      await expectRefused(() => send(method, path, { origin }), 'invalid_origin');
    }
  });

  it('lets such a page read, as anywhere', async () => {
    for (const path of ['/api/', '/openapi.json', '/api/health', '/api/templates']) {
      expect((await send('GET', path, { origin: 'https://evil.example' })).status).toBe(200);
    }
  });

  it.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])(
    'lets a page of its own, at %s, do everything',
    async (name) => {
      const host = `${name}:${port}`;
      const reply = await send('POST', '/api/guest', { host, origin: `http://${host}` });

      expect(reply.status).toBe(201);
    },
  );

  it('lets curl do everything, which states no Origin', async () => {
    expect((await send('POST', '/api/guest')).status).toBe(201);
    expect((await send('GET', `/in/${id}`)).status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    'localhost.evil.example:PORT',
    '127.0.0.1.evil.example:PORT',
    'localhost:9',
    'localhost',
    '192.168.0.4:PORT',
  ])('refuses the Host %s, a name that may have been pointed here, also to read', async (spelled) => {
    const host = spelled.replace('PORT', port);

    for (const method of ['GET', 'POST']) {
      await expectRefused(() => send(method, '/api/guest', { host }), 'invalid_host');
      await expectRefused(
        () => send(method, '/api/guest', { host, origin: `http://${host}` }),
        'invalid_host',
      );
    }
  });
});

it('without loopback alerts pages of other sites may call, as in production', async () => {
  await using open = await startTestService({ allowLoopbackAlerts: false });

  const reply = await rawCall(open.url, 'POST', '/api/guest', {
    host: 'rollcall.example',
    origin: 'https://page.example',
  });

  expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([201, '*']);
});
