import { describe, expect, it } from 'vitest';
import { createMonitorBody } from '../../../../lib/contract/monitors/monitor-input.ts';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { ownerOfGuestToken } from '../../../../lib/data/owners.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const exported = async (who: Person): Promise<Reply['json']> => (await who.call('GET', '/api/export')).json;
const proposed = (who: Person, body: unknown) => who.call('POST', '/api/import/json', body);
const applied = (who: Person, body: unknown) => who.call('POST', '/api/import/json?apply=1', body);
const listed = async (who: Person): Promise<Reply['json'][]> =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'];
const countsOf = async (who: Person, at = service) => {
  const owner = await ownerOfGuestToken(at.core.table, hashOf(who.token));
  return [owner?.monitors, owner?.emailAlerts];
};
const keyOf = async (who: Person): Promise<string> => (await who.call('GET', '/api/ingest-key')).json['key'];

/** A monitor of each way to get one. */
async function mixed(who: Person, at = service): Promise<void> {
  await who.createMonitor({ name: 'by hand', interval_sec: 300, tags: ['b', 'a'], max_duration_sec: 60 });
  await who.createMonitor({
    name: 'Ночь "7"',
    interval_sec: undefined,
    cron: '0 3 * * *',
    alert_url: 'https://example.com/hook?key=1',
    alert_repeat_sec: 7_200,
  });
  await who.call('PUT', '/api/endpoints/by-slug/db-dump', {
    cron: '*/5 * * * *',
    tz: 'Europe/Berlin',
    grace_sec: 120,
    alert_to: 'alice@example.com',
    paused_until: '2027-03-05T00:00:00Z',
  });
  await at.call('GET', `/in/${await keyOf(who)}/Nightly.Backup?interval=3600`);
  await who.call('DELETE', `/api/endpoints/${(await who.createMonitor({ name: 'deleted' }))['id']}`);
}

const OF_MIXED = [
  {
    name: 'by hand', interval_sec: 300, max_duration_sec: 60, tags: ['a', 'b'],
  },
  {
    slug: 'db-dump', name: 'db-dump', cron: '*/5 * * * *', tz: 'Europe/Berlin', grace_sec: 120, alert_to: 'alice@example.com',
  },
  {
    slug: 'nightly-backup', name: 'nightly-backup', interval_sec: 3600,
  },
  {
    name: 'Ночь "7"', cron: '0 3 * * *', tz: 'UTC', grace_sec: 90, alert_repeat_sec: 7200,
    alert_url: 'https://example.com/hook?key=1',
  },
]; // prettier-ignore

describe('exportMonitors', () => {
  it('gives what the owner chose, by name, without state, pauses, ids, tokens and what was deleted', async () => {
    const alice = await service.guest();
    await mixed(alice);

    const { status, json } = await alice.call('GET', '/api/export');

    expect(status).toBe(200);
    expect(json).toEqual({ version: 1, monitors: OF_MIXED });
  });

  it('holds every field of a creation but the pause', async () => {
    const alice = await service.guest();
    const timing = { cron: '0 3 * * *', tz: 'Europe/Berlin', grace_sec: 600 };
    const rest = { max_duration_sec: 60, alert_repeat_sec: 7_200, tags: ['a'], alert_to: 'a@example.com' };
    const told = { alert_url: 'https://example.com/hook', alert_channels: false };
    const alerts = { ...told, alert_after_failures: 3 };
    await alice.createMonitor({ name: 'full', interval_sec: undefined, ...timing, ...rest, ...alerts });
    await alice.createMonitor({ name: 'plain' });

    const { monitors } = await exported(alice);

    const fields = new Set(monitors.flatMap((one: Reply['json']) => Object.keys(one)));
    expect(fields).toEqual(new Set(Object.keys(createMonitorBody.omit({ paused_until: true }).shape)));
  });

  it('is empty for who has nothing, and makes no key', async () => {
    const alice = await service.guest();
    const before = await contentsOf(service);

    expect(await exported(alice)).toEqual({ version: 1, monitors: [] });
    expect(await contentsOf(service)).toEqual(before);
  });

  it.each([['cursor=x'], ['cursor=']])('refuses %s', async (query) => {
    const alice = await service.guest();

    expectRefusal(await alice.call('GET', `/api/export?${query}`), {
      status: 400,
      error: 'consulta_invalida',
      names: ['cursor'],
    });
  });
});

describe('importMonitors', () => {
  it('proposes, and writes nothing', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    await mixed(alice);
    const file = await exported(alice);
    const before = await contentsOf(service);

    const { status, json } = await proposed(bob, file);

    expect(status).toBe(200);
    expect(json).toEqual({
      applied: false,
      would_create: 4,
      existing: [],
      free_tier: { limit: 10, used: 0, free_left: 10, fits: true },
    });
    expect(await contentsOf(service)).toEqual(before);
  });

  it('creates what its export equals, with the names that the key reaches', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    await mixed(alice);
    const file = await exported(alice);

    const { status, json } = await applied(bob, file);

    expect(status).toBe(200);
    expect(json['created'].map((one: Reply['json']) => [one['index'], one['name'], one['slug']])).toEqual(
      OF_MIXED.map(({ name, slug }, index) => [index, name, slug]),
    );
    expect(await exported(bob)).toEqual(file);
    expect(await countsOf(bob)).toEqual([4, 1]);
    const ping = await service.call('GET', `/in/${await keyOf(bob)}/db.dump`);
    expect(ping.json).toMatchObject({ endpoint_id: json['created'][1]['id'], created: false });
    expect((await bob.call('GET', `/api/endpoints/${json['created'][1]['id']}`)).json).toMatchObject({
      state: 'ok',
      slug: 'db-dump',
      paused_until: null,
    });
    await service.drain();
    expect(
      service.mailbox.messages().filter(({ to }) => to.includes('alice@example.com')).length,
    ).toBeGreaterThan(0);
  });

  it('creates nothing of what is there: by slug, without one by name, two equal ones are two', async () => {
    const alice = await service.guest();
    await mixed(alice);
    await alice.createMonitor({ name: 'by hand', interval_sec: 600 });
    const file = await exported(alice);
    const before = await contentsOf(service);

    const { json } = await applied(alice, file);

    expect(json).toMatchObject({ applied: true, would_create: 0, created: [] });
    expect(json['existing'].map((one: Reply['json']) => [one['index'], one['name'], one['differs']])).toEqual(
      [
        [0, 'by hand', []],
        [1, 'by hand', []],
        [2, 'db-dump', []],
        [3, 'nightly-backup', []],
        [4, 'Ночь "7"', []],
      ],
    );
    expect(await contentsOf(service)).toEqual(before);
    const third = { ...file, monitors: [...file['monitors'], { name: 'by hand', interval_sec: 300 }] };
    expect((await proposed(alice, third)).json).toMatchObject({ would_create: 1 });
    const changed = {
      monitors: [
        { name: ' by hand ', interval_sec: 900 },
        { name: 'by hand', interval_sec: 600 },
      ],
    };
    const [other, same] = (await proposed(alice, changed)).json['existing'];
    expect([same['differs'], other['differs']]).toEqual([[], ['interval_sec', 'max_duration_sec', 'tags']]);
  });

  it('says in which fields a monitor differs, and leaves it', async () => {
    const alice = await service.guest();
    await mixed(alice);
    const file = await exported(alice);
    const [, dump] = file['monitors'];
    const changed = { ...dump, name: 'Dump', grace_sec: 600, tags: 'prod', alert_to: null };

    const { json } = await applied(alice, { monitors: [changed] });

    expect(json['existing'][0]['differs'].sort()).toEqual(['alert_to', 'grace_sec', 'name', 'tags']);
    expect(await exported(alice)).toEqual(file);
  });

  it('brings back a deleted name under its old id, listed and counted once', async () => {
    const alice = await service.guest();
    const file = {
      monitors: [
        { slug: 'backup', name: 'Backup', interval_sec: 300 },
        { name: 'other', interval_sec: 300 },
      ],
    };
    const first = (await applied(alice, file)).json['created'];
    await alice.call('DELETE', `/api/endpoints/${first[0]['id']}`);
    expect(await countsOf(alice)).toEqual([1, 0]);

    const again = (await applied(alice, file)).json;

    expect(again['created']).toMatchObject([{ index: 0, id: first[0]['id'], slug: 'backup' }]);
    expect(again['existing']).toMatchObject([{ index: 1, name: 'other' }]);
    expect((await listed(alice)).map(({ name, state }) => [name, state]).sort()).toEqual([
      ['Backup', 'waiting'],
      ['other', 'waiting'],
    ]);
    expect(await countsOf(alice)).toEqual([2, 0]);
  });

  it('and a ping that revives what an import made, list it once in pages of one', async () => {
    const alice = await service.guest();
    await applied(alice, { monitors: [{ slug: 'backup', name: 'Backup', interval_sec: 300 }] });
    const [{ id }] = (await listed(alice)) as [Reply['json']];
    await alice.call('DELETE', `/api/endpoints/${id}`);
    await service.call('GET', `/in/${await keyOf(alice)}/backup`);

    const first = (await alice.call('GET', '/api/endpoints?limit=1')).json;

    expect(first['endpoints']).toMatchObject([{ id, state: 'ok' }]);
    expect(first).not.toHaveProperty('next_cursor');
  });

  it('asks each address once', async () => {
    await using own = await startTestService();
    const alice = await own.guest();
    const monitors = Array.from({ length: 10 }, (_, index) => ({
      name: `job ${index}`,
      interval_sec: 300,
      alert_to: `${index % 2 ? 'Ops' : 'dev'}@example.com`,
    }));

    expect((await applied(alice, { monitors })).status).toBe(200);

    await own.drain();
    expect(own.mailbox.messages()).toHaveLength(2);
    expect(await countsOf(alice, own)).toEqual([10, 10]);
  });
});

describe('importMonitors refuses, and writes nothing:', () => {
  const good = { name: 'backup', interval_sec: 300 };

  it.each([
    ['no list', {}, 'corpo_invalido', ['monitors']],
    ['another version', { version: 2, monitors: [] }, 'corpo_invalido', ['version', '2']],
    ['another field', { monitors: [], monitor: 1 }, 'campo_desconhecido', ['"monitor"']],
    ['an entry that is none', { monitors: [good, 7] }, 'corpo_invalido', ['monitors[1]']],
    [
      'a field that a typo made',
      { monitors: [good, { ...good, tag: 'x' }, { name: 1 }] },
      'campo_desconhecido',
      ['monitors[1].tag'],
    ],
    [
      'the first bad entry',
      { monitors: [good, { name: 'x', interval_sec: 29 }, { ...good, tag: 'x' }] },
      'intervalo_invalido',
      ['monitors[1].interval_sec', '30', '29'],
    ],
    ['no name', { monitors: [{ interval_sec: 300 }] }, 'nome_obrigatorio', ['monitors[0].name']],
    [
      'a rule of two fields',
      { monitors: [good, { ...good, cron: '0 3 * * *' }] },
      'cron_ou_interval',
      ['monitors[1]: '],
    ],
    [
      'a private alert_url',
      { monitors: [{ ...good, alert_url: 'https://10.0.0.1/' }] },
      'alert_url_invalida',
      ['monitors[0]: alert_url'],
    ],
    [
      'a slug of nothing',
      { monitors: [{ ...good, slug: '...' }] },
      'slug_invalido',
      ['monitors[0].slug', '...'],
    ],
    [
      'slugs that fold together',
      { monitors: [{ ...good, slug: 'db.dump' }, good, { ...good, slug: 'DB_dump' }] },
      'slug_repetido',
      ['monitors[2].slug', 'db-dump', 'monitors[0]'],
    ],
    [
      'too many',
      { monitors: Array.from({ length: 5_001 }, () => good) },
      'corpo_invalido',
      ['monitors', '5000'],
    ],
  ])('%s', async (_what, body, error, names) => {
    const alice = await service.guest();

    await expectNothingWritten(service, () => proposed(alice, body), { status: 400, error, names });
    await expectNothingWritten(service, () => applied(alice, body), { status: 400, error, names });
  });

  it('a body of more than 4 MB', async () => {
    const alice = await service.guest();
    const body = { monitors: [{ ...good, tags: 'x'.repeat(4_000_000) }] };

    await expectNothingWritten(service, () => proposed(alice, body), { status: 413, error: 'corpo_grande' });
  });

  it('what goes past the allowance in live billing', async () => {
    await using live = await startTestService({ billingMode: 'live' });
    const alice = await live.guest();
    const monitors = Array.from({ length: 11 }, (_, index) => ({ ...good, slug: `job-${index}` }));

    await expectNothingWritten(live, () => applied(alice, { monitors }), {
      status: 402,
      error: 'pagamento_necessario',
    });
    expect((await applied(alice, { monitors: monitors.slice(1) })).json['created']).toHaveLength(10);
  });

  it('a sixth address that has not answered', async () => {
    const alice = await service.guest();
    const monitors = Array.from({ length: 6 }, (_, index) => ({
      ...good,
      alert_to: `a${index}@example.com`,
    }));

    const before = await contentsOf(service);
    const reply = await applied(alice, { monitors });

    expectRefusal(reply, { status: 429, error: 'muitas_confirmacoes' });
    expect(await contentsOf(service)).toEqual(before);
  });

  it('more deleted names than one transaction brings back', async () => {
    await using own = await startTestService();
    const alice = await own.guest();
    const monitors = Array.from({ length: 25 }, (_, index) => ({ ...good, slug: `job-${index}` }));
    for (const { id } of (await applied(alice, { monitors })).json['created'])
      await alice.call('DELETE', `/api/endpoints/${id}`);

    await expectNothingWritten(own, () => applied(alice, { monitors }), {
      status: 400,
      error: 'revividos_demais',
      names: ['24', '25', 'monitors[24]'],
    });
    expect((await applied(alice, { monitors: monitors.slice(1) })).json['created']).toHaveLength(24);
    expect(await countsOf(alice, own)).toEqual([24, 0]);
  });

  it.each([
    ['GET', '/api/export'],
    ['POST', '/api/import/json'],
  ])('%s %s without a credential', async (method, path) => {
    const call = () => service.call(method, path, { body: method === 'GET' ? undefined : { monitors: [] } });

    await expectNothingWritten(service, call, { status: 401, error: 'credencial_ausente' });
  });
});
