import { describe, expect, it } from 'vitest';
import { idOfUuid } from '../../../../lib/domain/monitors/check-uuid.ts';
import { watchCapacity } from '../../../support/table/capacity.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';

const service = shared(startTestService);

let made = 0;
/** As Healthchecks makes them: 22 characters of `token_urlsafe(16).lower()`. */
const newKey = () => `mq3_d2hyu8ilpobm${String((made += 1)).padStart(6, '0')}`;
const uuidOf = (at: number) => `0a18072a-7bde-4eee-af63-${String(made * 1_000 + at).padStart(12, '0')}`;
const check = (at: number, slug: string, more: object = {}) => ({
  name: `job ${at}`,
  slug,
  uuid: uuidOf(at),
  timeout: 3_600,
  grace: 300,
  ...more,
});

async function imported(who: Pick<Person, 'call'>, checks: object[], ping_key?: string, query = '?apply=1') {
  const { status, json } = await who.call('POST', `/api/import/healthchecks${query}`, { checks, ping_key });
  expect([status, json['detail']]).toEqual([200, undefined]);
  return json;
}

async function ping(key: string, rest: string) {
  service.clock.advance(1);
  const { status, text } = await service.call('GET', `/ping/${key}/${rest}`);
  return `${status} ${text}`;
}

const kindsOf = async (who: Person, at: number) =>
  (await who.events(idOfUuid(uuidOf(at)))).map(({ kind }: { kind: string }) => kind);
const keysOf = async (who: Pick<Person, 'call'>) =>
  (await who.call('GET', '/api/ingest-key')).json['ping_keys'] ?? [];

describe('a ping by ping key and slug of Healthchecks', () => {
  it('reaches the check that had the slug, whatever its monitor is called, with every ending', async () => {
    const [who, key, long] = [await service.guest(), newKey(), 'a_'.repeat(50)];
    const checks = [check(1, 'db-dump'), check(2, 'db_dump'), check(3, long), check(4, '')];

    const { ping_key, lost } = await imported(who, checks, key);

    expect(ping_key).toEqual({ kept: true, id: expect.stringMatching(/^[0-9a-f]{20}$/) });
    expect(lost).toEqual([]);
    expect(await ping(key, 'db-dump')).toBe('200 OK');
    expect(await ping(key, 'db_dump/start')).toBe('200 OK');
    expect(await ping(key, 'db_dump/7')).toBe('200 OK');
    expect(await ping(key, long)).toBe('200 OK');
    expect([await kindsOf(who, 1), await kindsOf(who, 2), await kindsOf(who, 3)]).toEqual([
      ['ping'],
      ['fail', 'start'],
      ['ping'],
    ]);
    expect(await ping(key, 'job-4')).toBe('404 not found');
    expect(await ping(`${key}x`, 'db-dump')).toBe('404 not found');
    expect(await ping(key, `${long}b`)).toBe('404 not found');
    expect(await who.monitors()).toHaveLength(4);
  });

  it('goes on when the ping URL of the monitor is rotated, which its UUID does not', async () => {
    const [who, key] = [await service.guest(), newKey()];
    await imported(who, [check(1, 'nightly')], key);
    await who.call('POST', `/api/endpoints/${idOfUuid(uuidOf(1))}/rotate`);

    expect(await ping(key, 'nightly')).toBe('200 OK');
    expect((await service.call('GET', `/ping/${uuidOf(1)}`)).status).toBe(404);
  });

  it('makes a monitor of an unknown slug for create=1 alone, which the ingest key of the owner names too', async () => {
    const [who, key] = [await service.guest(), newKey()];
    await imported(who, [check(1, 'nightly')], key);

    expect(await ping(key, 'fresh')).toBe('404 not found');
    expect(await ping(key, 'fresh?create=1')).toBe('201 Created');
    expect(await ping(key, 'fresh')).toBe('200 OK');
    const { json } = await service.call('GET', `/in/${await who.ingestKey()}/fresh`);
    expect(json).toMatchObject({ created: false });
    expect(await who.monitors()).toHaveLength(2);
  });

  it('is one cheap read and one write, as by ingest key; of a slug that no import brought it is a second read', async () => {
    const [who, key] = [await service.guest(), newKey()];
    await imported(who, [check(1, 'nightly')], key);
    await ping(key, 'nightly');
    await ping(key, 'fresh?create=1');
    const calls = watchCapacity(service);
    const costOf = async (slug: string) => {
      calls.length = 0;
      expect(await ping(key, slug)).toBe('200 OK');
      return calls.map(({ command, tableUnits }) => `${command} ${tableUnits}`);
    };

    expect(await costOf('nightly')).toEqual(['GetItem 0.5', 'UpdateItem 1']);
    expect(await costOf('fresh')).toEqual(['GetItem 0.5', 'GetItem 0.5', 'UpdateItem 1']);
  });

  it('is refused as ambiguous where two checks share the slug, until one of them is gone', async () => {
    const [who, key] = [await service.guest(), newKey()];
    const { ping_key } = await imported(who, [check(1, 'dump'), check(2, 'dump'), check(3, 'other')], key);

    expect(ping_key).toMatchObject({ kept: true, ambiguous: ['dump'] });
    for (const rest of ['dump', 'dump/fail', 'dump?create=1'])
      expect(await ping(key, rest)).toBe('409 ambiguous slug');
    expect([await kindsOf(who, 1), await kindsOf(who, 2)]).toEqual([[], []]);
    expect((await who.remove(idOfUuid(uuidOf(1)))).status).toBe(200);
    expect(await ping(key, 'dump')).toBe('200 OK');
    expect(await kindsOf(who, 2)).toEqual(['ping']);
  });
});

describe('a ping key of an import', () => {
  it('is kept as a hash, and by an import that only proposes not at all', async () => {
    const [who, key] = [await service.guest(), newKey()];
    const before = await contentsOf(service);

    const proposed = await imported(who, [check(1, 'nightly')], key, '');
    expect(proposed).toMatchObject({ applied: false, ping_key: { kept: true } });
    await imported(who, [check(1, 'nightly')], key, '?apply=1&dry_run=true');
    expect(await contentsOf(service)).toEqual(before);
    await imported(who, [check(1, 'nightly')], key);

    expect(JSON.stringify(await contentsOf(service))).not.toContain(key);
    expect(service.logged).not.toContain(key);
    expect(await keysOf(who)).toEqual([
      { id: proposed.ping_key.id, last4: key.slice(-4), added_at: expect.stringMatching(/Z$/) },
    ]);
  });

  it('may come later than its checks; applied again it changes nothing', async () => {
    const [who, key] = [await service.guest(), newKey()];
    const checks = [check(1, 'nightly'), check(2, 'hourly')];
    expect(await imported(who, checks)).toMatchObject({ lost: [{ field: 'slug', entries: [0, 1] }] });

    expect(await imported(who, checks, key)).toMatchObject({ would_create: 0, created: [] });
    expect(await ping(key, 'hourly')).toBe('200 OK');
    const before = await contentsOf(service);
    await imported(who, checks, key);

    expect(await contentsOf(service)).toEqual(before);
  });

  it('follows a check to another slug', async () => {
    const [who, key] = [await service.guest(), newKey()];
    await imported(who, [check(1, 'old')], key);

    await imported(who, [check(1, 'new'), check(2, 'old')], key);

    expect([await ping(key, 'new'), await ping(key, 'old')]).toEqual(['200 OK', '200 OK']);
    expect([await kindsOf(who, 1), await kindsOf(who, 2)]).toEqual([['ping'], ['ping']]);
  });

  it('is not taken from another owner, who is told nothing, and hears every ping by it', async () => {
    const [alice, mallory, key] = [await service.guest(), await service.guest(), newKey()];
    await imported(alice, [check(1, 'nightly')], key);

    const json = await imported(mallory, [check(1, 'nightly'), check(2, 'nightly'), check(3, 'mine')], key);

    expect(json.ping_key).toEqual({
      kept: false,
      detail: expect.stringContaining('belongs to another owner here'),
    });
    expect(json.created).toHaveLength(2);
    expect(await keysOf(mallory)).toEqual([]);
    expect([await ping(key, 'nightly'), await ping(key, 'mine')]).toEqual(['200 OK', '404 not found']);
    expect(await kindsOf(alice, 1)).toEqual(['ping']);
  });

  it('is ended where keys are listed: with all its slugs, and may be anybody’s then', async () => {
    const [alice, bob, key] = [await service.guest(), await service.guest(), newKey()];
    const { ping_key } = await imported(alice, [check(1, 'nightly'), check(2, 'hourly')], key);
    const path = `/api/ingest-key/${ping_key.id}`;

    expect((await bob.call('DELETE', path)).json).toMatchObject({ error: 'key_not_found' });
    expect((await alice.call('DELETE', path)).json).toEqual({ ok: true });

    expect((await alice.call('DELETE', path)).status).toBe(404);
    expect(await keysOf(alice)).toEqual([]);
    expect(await ping(key, 'nightly')).toBe('404 not found');
    expect((await service.call('GET', `/ping/${uuidOf(1)}`)).text).toBe('OK');
    expect(await imported(bob, [check(3, 'nightly')], key)).toMatchObject({ ping_key: { kept: true } });
    expect(await ping(key, 'nightly')).toBe('200 OK');
    expect(await kindsOf(bob, 3)).toEqual(['ping']);
  });

  it('is one of ten at most', async () => {
    const who = await service.guest();
    for (let at = 0; at < 10; at += 1) await imported(who, [], newKey());

    expect(await imported(who, [], newKey())).toMatchObject({
      ping_key: { kept: false, detail: expect.stringContaining('at most 10') },
    });
    expect(await keysOf(who)).toHaveLength(10);
  });

  it('goes along with the monitors of a guest that is claimed', async () => {
    const [guest, alice, key] = [await service.guest(), await signedIn(service), newKey()];
    const { ping_key } = await imported(guest, [check(1, 'nightly')], key);
    expect((await alice.call('POST', '/api/auth/claim', { guest_token: guest.token })).status).toBe(200);

    expect([await ping(key, 'nightly'), await ping(key, 'fresh?create=1')]).toEqual([
      '200 OK',
      '201 Created',
    ]);
    expect(await keysOf(guest)).toEqual([]);
    expect(await keysOf(alice)).toMatchObject([{ id: ping_key.id }]);
    expect(await alice.monitors()).toHaveLength(2);
    expect(await imported(alice, [check(1, 'nightly'), check(2, 'late')], key)).toMatchObject({
      ping_key: { kept: true, id: ping_key.id },
    });
    expect(await ping(key, 'late')).toBe('200 OK');
    expect((await alice.call('DELETE', `/api/ingest-key/${ping_key.id}`)).status).toBe(200);
    expect(await ping(key, 'nightly')).toBe('404 not found');
  });

  it('leaves nothing of a slug whose monitor is deleted', async () => {
    const [who, key] = [await service.guest(), newKey()];
    await imported(who, [check(1, 'nightly'), check(2, 'hourly')], key);
    await who.remove(idOfUuid(uuidOf(1)));

    const slugs = (await contentsOf(service)).filter(({ sk }) => String(sk).startsWith('SLUG#nightly'));
    expect(slugs.filter(({ ids }) => (ids as string[]).includes(idOfUuid(uuidOf(1))))).toEqual([]);
    expect(await ping(key, 'nightly')).toBe('404 not found');
    expect(await ping(key, 'nightly?create=1')).toBe('201 Created');
  });

  it.each([['short'], ['hpk_0123456789abcdefghij'], ['with a blank in it, long'], ['a'.repeat(129)], [7]])(
    'is refused where it is none, %j, and not repeated in the refusal',
    async (ping_key) => {
      const who = await service.guest();
      const { status, json, text } = await who.call('POST', '/api/import/healthchecks?apply=1', {
        checks: [],
        ping_key,
      });

      expect([status, json['error']]).toEqual([400, 'corpo_invalido']);
      expect(json['detail']).toMatch(/^ping_key must be/);
      expect(text).not.toContain(String(ping_key));
    },
  );
});
