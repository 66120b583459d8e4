import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

describe('getIngestKey', () => {
  it('makes a key on the first call and shows the same one on every call after it', async () => {
    const alice = await service.guest();

    const first = await alice.call('GET', '/api/ingest-key');
    const again = await alice.call('GET', '/api/ingest-key');

    expect(first.status).toBe(200);
    expect(first.json['key']).toMatch(/^hpk_[0-9A-Za-z]{43}$/);
    expect(Object.keys(first.json)).toEqual(['key', 'rotated', 'exemplo', 'note']);
    expect(first.json['rotated']).toBe(false);
    expect(again.json).toEqual(first.json);
  });

  it('gives an example URL that works as it stands', async () => {
    const alice = await service.guest();
    const { json } = await alice.call('GET', '/api/ingest-key');
    const example = String(json['exemplo']);

    expect(example).toMatch(new RegExp(`^${service.url}/in/${json['key']}/[a-z0-9-]+$`));
    const reply = await service.call('GET', example.slice(service.url.length));

    expect(reply.json).toMatchObject({ ok: true, created: true });
  });

  it('keeps the hash of the key and nothing else of it in the table', async () => {
    const alice = await service.guest();
    const { json } = await alice.call('GET', '/api/ingest-key');
    await service.call('GET', `/in/${json['key']}/backup`);

    const stored = JSON.stringify(await contentsOf(service));

    expect(stored).not.toContain(json['key']);
    expect(stored).not.toContain(String(json['key']).slice(4));
    expect(stored).toContain(hashOf(json['key']));
  });

  it('shows one key to simultaneous first calls', async () => {
    const alice = await service.guest();

    const replies = await Promise.all(Array.from({ length: 8 }, () => alice.call('GET', '/api/ingest-key')));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 200]);
    expect(new Set(replies.map(({ json }) => json['key'])).size).toBe(1);
    expect((await service.call('GET', `/in/${replies[0]?.json['key']}/backup`)).status).toBe(200);
  });

  it('gives Bob a key of his own', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];

    const hers = await alice.call('GET', '/api/ingest-key');
    const his = await bob.call('GET', '/api/ingest-key');
    await bob.call('DELETE', '/api/ingest-key');

    expect(his.json['key']).not.toBe(hers.json['key']);
    expect((await service.call('GET', `/in/${hers.json['key']}/backup`)).status).toBe(200);
    expect(await alice.ingestKey()).toBe(hers.json['key']);
  });
});

describe('rotateIngestKey', () => {
  it('replaces the key: the old one is 404 at once in every form, the new one works', async () => {
    const alice = await service.guest();
    const old = await alice.ingestKey();
    const known = await service.call('GET', `/in/${old}/backup`);

    const rotated = await alice.call('DELETE', '/api/ingest-key');

    expect(rotated.status).toBe(200);
    expect(rotated.json['rotated']).toBe(true);
    const key = rotated.json['key'];
    expect(key).toMatch(/^hpk_[0-9A-Za-z]{43}$/);
    expect(key).not.toBe(old);
    expect(rotated.json['exemplo']).toContain(key);
    const before = await contentsOf(service);
    for (const path of ['/backup', '/new-job', '/backup/start', '/backup/fail', '/backup/0', '/backup/7']) {
      expectRefusal(await service.call('GET', `/in/${old}${path}`), { status: 404, error: 'not_found' });
      expectRefusal(await service.call('POST', `/in/${old}${path}`), { status: 404, error: 'not_found' });
      expect((await service.call('HEAD', `/in/${old}${path}`)).status).toBe(404);
    }
    expect(await contentsOf(service)).toEqual(before);
    expect((await service.call('GET', `/in/${key}/new-job`)).json).toMatchObject({ created: true });
    expect((await service.ping(known.json['endpoint_id'])).status).toBe(200);
    expect((await alice.call('GET', '/api/ingest-key')).json).toMatchObject({ key, rotated: false });
  });

  it('keeps the monitor of a slug', async () => {
    const alice = await service.guest();
    const old = await alice.ingestKey();
    const before = await service.call('GET', `/in/${old}/backup`);

    for (let round = 0; round < 3; round += 1) {
      const { json } = await alice.call('DELETE', '/api/ingest-key');
      const after = await service.call('GET', `/in/${json['key']}/Backup`);
      expect(after.json).toMatchObject({ ...before.json, created: false });
    }

    expect(await alice.monitors()).toHaveLength(1);
  });

  it('makes a key for an owner who never had one', async () => {
    const alice = await service.guest();

    const { status, json } = await alice.call('DELETE', '/api/ingest-key');

    expect([status, json['rotated']]).toEqual([200, true]);
    expect(await alice.ingestKey()).toBe(json['key']);
  });

  it('leaves one working key when it is called many times at once', async () => {
    const alice = await service.guest();

    const replies = await Promise.all(
      Array.from({ length: 6 }, () => alice.call('DELETE', '/api/ingest-key')),
    );

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const keys = replies.map(({ json }) => String(json['key']));
    expect(new Set(keys).size).toBe(6);
    const current = await alice.ingestKey();
    for (const key of keys) {
      const { status } = await service.call('GET', `/in/${key}/backup`);
      expect(status).toBe(key === current ? 200 : 404);
    }
    expect(keys).toContain(current);
  });
});

describe.each(['GET', 'DELETE'])('%s /api/ingest-key', (method) => {
  it.each([
    ['no credential', {}, 'credencial_ausente'],
    ['a token of nobody', { token: `hp_${'A'.repeat(43)}` }, 'credencial_invalida'],
  ])('refuses %s and writes nothing', async (_what, who, error) => {
    await expectNothingWritten(service, () => service.call(method, '/api/ingest-key', who), {
      status: 401,
      error,
    });
  });

  it('takes no ingest key for a credential', async () => {
    const alice = await service.guest();
    const { json } = await alice.call('GET', '/api/ingest-key');

    await expectNothingWritten(
      service,
      () => service.call(method, '/api/ingest-key', { token: String(json['key']) }),
      { status: 401, error: 'credencial_invalida' },
    );
  });
});
