import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentsOf, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { FORMS, look, pathOf, rowIdsOf, tokenOf, TYPES } from './feed-forms.ts';

const service = shared(startTestService);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('getStatusFeed', () => {
  it('mints a token of 43 base62 characters and says where the feed is', async () => {
    const alice = await service.guest();

    const { status, json, headers } = await alice.call('GET', '/api/status-feed');

    expect(status).toBe(200);
    expect(json['token']).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(json).toEqual({
      token: json['token'],
      rotated: false,
      json: `${service.url}/s/${json['token']}.json`,
      rss: `${service.url}/s/${json['token']}.rss`,
      note: expect.stringContaining('DELETE /api/status-feed'),
      api_index: `${service.url}/api/`,
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('shows the same token again, and writes only the first time', async () => {
    const alice = await service.guest();
    const first = await alice.call('GET', '/api/status-feed');
    const before = await contentsOf(service);

    const second = await alice.call('GET', '/api/status-feed');

    expect(second.json).toEqual(first.json);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('mints one token when two first calls come at once', async () => {
    const alice = await service.guest();

    const [one, other] = await Promise.all([tokenOf(alice), tokenOf(alice)]);

    expect(one).toBe(other);
    expect((await look(service, pathOf(one, 'json'))).status).toBe(200);
  });

  it('stores the hash of the token and never its text', async () => {
    const token = await tokenOf(await service.guest());

    const stored = JSON.stringify(await contentsOf(service));

    expect(stored).not.toContain(token);
    expect(stored).toContain(sha256(token));
  });

  it('gives each owner a token of their own', async () => {
    expect(await tokenOf(await service.guest())).not.toBe(await tokenOf(await service.guest()));
  });
});

describe('rotateStatusFeed', () => {
  it('ends the old address in every form at once, and opens the new one', async () => {
    const alice = await service.guest();
    await alice.createMonitor({ name: 'backup' });
    const old = await tokenOf(alice);
    const oldRow = (await rowIdsOf(service, old))['backup'] ?? '';
    const statusOf = async (token: string, form: (typeof FORMS)[number], row: string) =>
      (await look(service, pathOf(token, form, row))).status;
    for (const form of FORMS) expect(await statusOf(old, form, oldRow)).toBe(200);

    const { status, json } = await alice.call('DELETE', '/api/status-feed');

    expect(status).toBe(200);
    const token = String(json['token']);
    expect(json).toMatchObject({ rotated: true, json: `${service.url}/s/${token}.json` });
    const row = (await rowIdsOf(service, token))['backup'] ?? '';
    for (const form of FORMS) {
      expect([form, await statusOf(old, form, oldRow), await statusOf(token, form, row)]).toEqual([
        form,
        404,
        200,
      ]);
    }
    expect(await statusOf(token, 'badge', oldRow)).toBe(404);
  });

  it('changes the row id of every monitor', async () => {
    const alice = await service.guest();
    for (const name of ['one', 'two', 'three']) await alice.createMonitor({ name });
    const before = await rowIdsOf(service, await tokenOf(alice));

    const { json } = await alice.call('DELETE', '/api/status-feed');

    const after = await rowIdsOf(service, String(json['token']));
    expect(Object.keys(after).sort()).toEqual(['one', 'three', 'two']);
    const ids = [...Object.values(before), ...Object.values(after)];
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  it('is what GET shows from then on, as rotated no more', async () => {
    const alice = await service.guest();
    await tokenOf(alice);
    const { json } = await alice.call('DELETE', '/api/status-feed');

    const shown = await alice.call('GET', '/api/status-feed');

    expect(shown.json).toEqual({ ...json, rotated: false });
  });

  it('leaves no trace of the old token in the table', async () => {
    const alice = await service.guest();
    const old = await tokenOf(alice);

    const { json } = await alice.call('DELETE', '/api/status-feed');

    const stored = JSON.stringify(await contentsOf(service));
    expect(stored).not.toContain(sha256(old));
    expect(stored).not.toContain(String(json['token']));
    expect(stored).toContain(sha256(String(json['token'])));
  });

  it('leaves the feeds of others open', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    const token = await tokenOf(alice);
    await tokenOf(bob);

    await bob.call('DELETE', '/api/status-feed');

    expect(await tokenOf(alice)).toBe(token);
    expect((await look(service, pathOf(token, 'json'))).status).toBe(200);
  });

  it('gives one working token when two rotations come at once', async () => {
    const alice = await service.guest();
    await tokenOf(alice);

    const replies = await Promise.all([1, 2].map(() => alice.call('DELETE', '/api/status-feed')));

    const last = await tokenOf(alice);
    expect(replies.map(({ json }) => json['token'])).toContain(last);
    expect((await look(service, pathOf(last, 'json'))).status).toBe(200);
    for (const { json } of replies.filter((reply) => reply.json['token'] !== last))
      expect((await look(service, pathOf(String(json['token']), 'json'))).status).toBe(404);
  });
});

describe.each(['GET', 'DELETE'])('%s /api/status-feed', (method) => {
  it.each([
    ['no credential', {}, 'credencial_ausente'],
    ['a token nobody has', { token: `hp_${'x'.repeat(43)}` }, 'credencial_invalida'],
  ])('answers 401 to %s', async (_what, options, error) => {
    expectRefusal(await service.call(method, '/api/status-feed', options), { status: 401, error });
  });

  it('does not take a feed token for a credential', async () => {
    const token = await tokenOf(await service.guest());

    expectRefusal(await service.call(method, '/api/status-feed', { token }), {
      status: 401,
      error: 'credencial_invalida',
    });
  });
});

it('a guest token opens no feed', async () => {
  const alice = await service.guest();
  await tokenOf(alice);

  for (const form of FORMS) {
    const { status, headers } = await look(service, pathOf(alice.token, form));
    expect([form, status, headers.get('content-type')]).toEqual([form, 404, TYPES[form]]);
  }
});

it('an ingest key opens no feed', async () => {
  const alice = await service.guest();
  await tokenOf(alice);
  const { json } = await alice.call('GET', '/api/ingest-key');
  const key = String(Object.values(json).find((value) => String(value).startsWith('hpk_')));

  expect(key).toMatch(/^hpk_/);
  expect((await look(service, pathOf(key, 'json'))).status).toBe(404);
  expect((await look(service, pathOf(key.slice(4), 'json'))).status).toBe(404);
});
