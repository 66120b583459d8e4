import { beforeEach, describe, expect, it } from 'vitest';
import { newCheckedToken } from '../../../../lib/adapters/accounts/checksummed-token.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { openTable } from '../../../../lib/data/table.ts';
import { apiKeyCaller } from '../../../../lib/runtime/callers/api-key.ts';
import { failTable } from '../../../support/table/failing-table.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';

let secret: string;
const service = fresh(startTestService);
const alice = fresh(() => signedIn(service));
beforeEach(async () => {
  const body = { name: 'ci', organizationId: null };
  secret = (await alice.call('POST', '/api/account/keys/create', body)).json['secret'];
});

const list = (headers: Record<string, string>) => service.call('GET', '/api/endpoints', { headers });
const keyOf = async () => (await alice.call('GET', '/api/account/keys')).json['keys'][0];

describe('a key', () => {
  it('acts as its account in either header, and proves nothing more to write', async () => {
    for (const headers of [{ 'x-api-key': secret }, { authorization: `Bearer ${secret}` }]) {
      const body = { name: 'nightly backup', interval_sec: 300 };
      const made = await service.call('POST', '/api/endpoints', { headers, body });
      expect(made.status).toBe(201);
      expect((await list(headers)).json['endpoints']).toContainEqual(
        expect.objectContaining({ id: made.json['id'] }),
      );
      const changes = await alice.call('GET', `/api/endpoints/${made.json['id']}/changes`);
      expect(changes.json['changes'][0]).toMatchObject({ by: 'api_key' });
    }
    expect(await alice.monitors()).toHaveLength(2);
  });

  it('goes before a session and a guest token', async () => {
    const bob = await signedIn(service);
    await bob.createMonitor();
    const guest = await service.guest();
    await guest.createMonitor();

    const reply = await list({ 'x-api-key': secret, cookie: bob.cookie, 'x-guest-token': guest.token });

    expect(reply.json).toMatchObject({ endpoints: [], guest: null });
  });

  it('reads a monitor of its account, and nobody else’s', async () => {
    const own = await alice.createMonitor();
    const other = await (await service.guest()).createMonitor();
    const read = (id: string) =>
      service.call('GET', `/api/endpoints/${id}`, { headers: { 'x-api-key': secret } });

    expect((await read(own['id'])).status).toBe(200);
    expect((await read(other['id'])).status).toBe(404);
  });

  it('is open to the pages of any site', async () => {
    const reply = await list({ 'x-api-key': secret, origin: 'https://dashboards.example' });

    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('is no session', async () => {
    const refused = { status: 401, error: 'invalid_session' };
    const headers = { authorization: `Bearer ${secret}` };
    await expectNothingWritten(service, () => service.call('GET', '/api/account/keys', { headers }), refused);
  });
});

describe('a key that is not one', () => {
  it('is refused in either header, whatever stands beside it', async () => {
    const { token } = await service.guest();
    const wrong = newCheckedToken('mmk_');
    const mistyped = `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`;
    for (const sent of [wrong, mistyped, `${secret}0`, secret.slice(0, -1), 'mmk_']) {
      for (const headers of [{ 'x-api-key': sent }, { authorization: `Bearer ${sent}` }]) {
        for (const lesser of [{}, { cookie: alice.cookie }, { 'x-guest-token': token }]) {
          const call = () => list({ ...headers, ...lesser });
          await expectNothingWritten(service, call, { status: 401, error: 'credencial_invalida' });
        }
      }
    }
    expect((await list({ 'x-guest-token': token })).status).toBe(200);
  });

  it('is not looked up when its checksum is wrong', async () => {
    const mute = openTable({ name: 'none', region: 'us-east-1', endpoint: 'http://127.0.0.1:9' });
    const deps = { ...service.core, table: mute };

    expect(await apiKeyCaller(deps, `${secret.slice(0, -6)}000000`)).toBeUndefined();
    await expect(apiKeyCaller(deps, secret)).rejects.toThrow();
  });
});

describe('a key that cannot be looked up', () => {
  // What the key names, then its record and its account.
  it.each([0, 1, 2])('is 503 after %i reads, and no lesser credential acts instead', async (goodCalls) => {
    const { token } = await service.guest();
    const lesser = { cookie: alice.cookie, 'x-guest-token': token };
    const body = { name: 'nightly backup', interval_sec: 300 };
    const before = await contentsOf(service);

    for (const sent of [{ 'x-api-key': secret }, { authorization: `Bearer ${secret}` }])
      for (const headers of [sent, { ...sent, ...lesser }]) {
        const failing = failTable(service, (_command, number) => number >= goodCalls);
        const reply = await service.call('POST', '/api/endpoints', { headers, body });
        failing.end();
        expectRefusal(reply, { status: 503, error: 'auth_unavailable' });
        expect(reply.headers.get('retry-after')).toBe('5');
        expect(reply.headers.getSetCookie()).toEqual([]);
      }

    expect(await contentsOf(service)).toEqual(before);
    expect((await list({ 'x-api-key': secret })).status).toBe(200);
  });
});

describe('the last use of a key', () => {
  it('is written once an hour', async () => {
    expect(await keyOf()).toMatchObject({ lastUsedAt: null });
    service.clock.advance(60);
    await list({ 'x-api-key': secret });
    const first = await contentsOf(service);
    service.clock.advance(59 * 60 - 1);
    await list({ 'x-api-key': secret });

    expect(await contentsOf(service)).toEqual(first);
    expect(await keyOf()).toMatchObject({ lastUsedAt: '2027-03-01T12:01:00.000Z' });
    service.clock.advance(1);
    await Promise.all(Array.from({ length: 4 }, () => list({ 'x-api-key': secret })));
    expect(await keyOf()).toMatchObject({ lastUsedAt: '2027-03-01T13:00:00.000Z' });
    expect(service.logged).toEqual([]);
  });

  it('is not of a key that is sent beside what it does not open', async () => {
    await service.call('GET', '/api/account/keys', {
      headers: { 'x-api-key': secret, cookie: `${COOKIES.session}=${alice.secrets.session}` },
    });

    expect(await keyOf()).toMatchObject({ lastUsedAt: null });
    expectRefusal(await list({}), { status: 401, error: 'credencial_ausente' });
  });
});
