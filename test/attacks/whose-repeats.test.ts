import { describe, expect, it } from 'vitest';
import { startTestService, type Person } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';

const service = shared(startTestService);

const KEY = 'the-very-same-key-of-22-chars';
const MONITOR = { name: 'backup', interval_sec: 300 };
const keyed = (person: Pick<Person, 'token'>, method: string, path: string, body?: unknown, key = KEY) =>
  service.call(method, path, {
    token: person.token,
    headers: { 'idempotency-key': key },
    ...(body !== undefined && { body }),
  });

describe('an Idempotency-Key', () => {
  it('of two owners is two keys, for every write at once', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    const made = await Promise.all(
      [alice, bob, alice, bob, alice, bob].map((who) => keyed(who, 'POST', '/api/endpoints', MONITOR)),
    );
    for (const [person, other] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      const { endpoints } = (await person.call('GET', '/api/endpoints')).json;
      expect(endpoints).toHaveLength(1);
      const theirs = await other.monitors();
      expect(theirs[0].id).not.toBe(endpoints[0].id);
    }
    expect(new Set(made.filter(({ status }) => status === 201).map(({ json }) => json['id'])).size).toBe(2);
  });

  it('answers to the former owner nothing that is no longer theirs', async () => {
    const guest = await service.guest();
    const writes: [string, string, unknown?][] = [];
    const { id } = await guest.createMonitor({ alert_url: 'https://hooks.example.com/secret-of-the-hook' });
    writes.push(
      ['POST', '/api/endpoints', MONITOR],
      ['PATCH', `/api/endpoints/${id}`, { name: 'renamed' }],
      ['PUT', '/api/endpoints/by-slug/nightly', { interval_sec: 300 }],
      ['POST', `/api/endpoints/${id}/token/rotate`],
      ['POST', `/api/endpoints/${id}/secret/rotate`],
      ['POST', `/api/endpoints/${id}/rotate`],
      ['DELETE', '/api/ingest-key'],
      ['DELETE', '/api/status-feed'],
      ['POST', '/api/pause', { tag: 'none', until: null }],
      ['POST', '/api/ambientes', { nome: 'web' }],
    );
    const first = [];
    for (const [at, [method, path, body]] of writes.entries())
      first.push(await keyed(guest, method, path, body, `key-${at}`));
    expect(first.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);

    const account = await signedIn(service);
    expect((await account.call('POST', '/api/auth/claim', { guest_token: guest.token })).status).toBe(200);
    const [mine] = await account.monitors();
    expect(mine).toBeDefined();

    for (const [at, [method, path, body]] of writes.entries()) {
      const again = await keyed(guest, method, path, body, `key-${at}`);
      expect(again.headers.get('idempotency-replayed'), `${method} ${path}`).toBeNull();
      for (const secret of [id, mine.id, 'secret-of-the-hook'])
        expect(again.text, `${method} ${path}`).not.toContain(secret);
    }
  });
});
