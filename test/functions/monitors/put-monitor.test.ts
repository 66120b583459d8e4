import { describe, expect, it } from 'vitest';
import { ownerOfGuestToken } from '../../../lib/data/owners.ts';
import { getSpaceToken, replaceSpaceToken } from '../../../lib/data/accounts/space-tokens.ts';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { moveHome } from '../../support/accounts/moved-space.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

const put = (who: Person, slug: string, body: unknown) =>
  who.call('PUT', `/api/endpoints/by-slug/${slug}`, body);
const ownerOf = async (who: Person, at = service) => {
  const owner = await ownerOfGuestToken(at.core.table, hashOf(who.token));
  if (!owner) throw new Error('There is no such owner.');
  return owner;
};
const daily = { interval_sec: 86_400 };

describe('putMonitor of a name without a monitor', () => {
  it('creates the monitor that the ingest key reaches by that name', async () => {
    const alice = await service.guest();

    const { status, json } = await put(alice, 'nightly-backup', {
      name: 'Nightly backup',
      cron: '30 2 * * *',
      tz: 'Europe/Berlin',
      grace_sec: 600,
      tags: ['prod'],
    });

    expect(status).toBe(201);
    expect(json).toMatchObject({
      slug: 'nightly-backup',
      name: 'Nightly backup',
      cron: '30 2 * * *',
      tz: 'Europe/Berlin',
      grace_sec: 600,
      tags: ['prod'],
      state: 'waiting',
    });
    expect(json['token']).toMatch(/^[0-9A-Za-z]{43}$/);
    const ping = await service.call('GET', `/in/${await alice.ingestKey()}/nightly-backup`);
    expect(ping.json).toEqual({ ok: true, endpoint_id: json['id'], created: false });
    expect(await alice.read(json['id'])).toMatchObject({
      slug: 'nightly-backup',
      state: 'ok',
    });
    expect(await ownerOf(alice)).toMatchObject({ monitors: 1, emailAlerts: 0 });
  });

  it('names it by the slug where no name is sent', async () => {
    const { json } = await put(await service.guest(), 'Nightly%20Backup', daily);

    expect(json).toMatchObject({ slug: 'nightly-backup', name: 'nightly-backup', interval_sec: 86_400 });
  });

  it('gives Bob a monitor of his own under the same name', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];

    const hers = await put(alice, 'backup', daily);
    const his = await put(bob, 'backup', { interval_sec: 300 });

    expect([hers.status, his.status]).toEqual([201, 201]);
    expect(his.json['id']).not.toBe(hers.json['id']);
    expect((await alice.monitors())[0]['interval_sec']).toBe(86_400);
  });

  it('creates one when it is called many times at once, with the first key too', async () => {
    const alice = await service.guest();

    const replies = await Promise.all(Array.from({ length: 8 }, () => put(alice, 'backup', daily)));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(replies.map(({ json }) => json['id'])).size).toBe(1);
    expect(await alice.monitors()).toHaveLength(1);
    expect(await ownerOf(alice)).toMatchObject({ monitors: 1 });
  });

  it('and first pings of that name at the same moment end in one monitor with these settings', async () => {
    const alice = await service.guest();
    const key = await alice.ingestKey();

    const [made, ...pings] = await Promise.all([
      put(alice, 'backup', { interval_sec: 600 }),
      ...Array.from({ length: 4 }, () => service.call('GET', `/in/${key}/backup`)),
    ]);

    expect([200, 201]).toContain(made.status);
    expect(pings.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await alice.monitors()).toMatchObject([{ id: made.json['id'], interval_sec: 600, state: 'ok' }]);
    expect(await ownerOf(alice)).toMatchObject({ monitors: 1 });
  });
});

describe('putMonitor of a name with a monitor', () => {
  it('writes nothing when the settings are these already, and answers the same', async () => {
    const alice = await service.guest();
    const body = {
      cron: '0 3 * * *',
      tags: 'b,A',
      alert_url: 'https://example.com/hook',
      max_duration_sec: 0,
    };
    const first = await put(alice, 'backup', body);
    const before = await contentsOf(service);

    const again = await put(alice, 'backup', body);

    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json).toEqual(first.json);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('changes it to exactly these: what is not sent is as by default', async () => {
    const alice = await service.guest();
    const { json: full } = await put(alice, 'backup', {
      name: 'Backup',
      cron: '0 3 * * *',
      tz: 'Europe/Berlin',
      grace_sec: 600,
      max_duration_sec: 3_600,
      alert_repeat_sec: 7_200,
      tags: ['prod'],
      alert_to: 'alice@example.com',
      alert_url: 'https://example.com/hook',
    });

    const { status, json } = await put(alice, 'backup', daily);

    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: full['id'],
      name: 'backup',
      interval_sec: 86_400,
      cron: null,
      tz: null,
      grace_sec: null,
      next_expected_at: null,
      max_duration_sec: null,
      alert_repeat_sec: 86_400,
      tags: [],
      alert_to: null,
      alert_url: null,
    });
    expect(await ownerOf(alice)).toMatchObject({ monitors: 1, emailAlerts: 0 });
  });

  it('takes over what a first ping made, with its history', async () => {
    const alice = await service.guest();
    const made = await service.call('GET', `/in/${await alice.ingestKey()}/DB.Dump`);

    const { status, json } = await put(alice, 'db-dump', { interval_sec: 600 });

    expect(status).toBe(200);
    expect(json).toMatchObject({ id: made.json['endpoint_id'], interval_sec: 600, state: 'ok' });
    expect(json['last_event_at']).not.toBeNull();
  });

  it.each(['db-dump', 'DB.Dump', 'db_dump', 'db%20dump', 'db%2520dump', '--db--dump--', 'db-d%C3%BAmp'])(
    'knows it as %s too, as the ingest key does',
    async (spelled) => {
      const alice = await service.guest();
      const { json } = await put(alice, 'db-dump', daily);

      const again = await put(alice, spelled, daily);

      expect([again.status, again.json['id']]).toEqual([200, json['id']]);
      const ping = await service.call('GET', `/in/${await alice.ingestKey()}/${spelled}`);
      expect(ping.json).toMatchObject({ endpoint_id: json['id'], created: false });
    },
  );

  it('leaves a late monitor late, and its next run where it is', async () => {
    await using own = await startTestService();
    const alice = await own.guest();
    const body = { cron: '0 * * * *', grace_sec: 90 };
    const { json } = await put(alice, 'backup', body);
    await own.ping(json['id']);
    own.clock.advance(2 * 3_600);

    const again = await put(alice, 'backup', { ...body, name: 'Backup' });

    expect(again.json).toMatchObject({
      name: 'Backup',
      state: 'late',
      next_expected_at: '2027-03-01T13:00:00.000Z',
    });
  });

  it('leaves a pause that is not named, and ends it by null', async () => {
    const alice = await service.guest();
    const paused_until = '2027-03-05T00:00:00.000Z';
    const { json } = await put(alice, 'backup', { ...daily, paused_until });
    expect(json['paused_until']).toBe(paused_until);

    const kept = await put(alice, 'backup', { ...daily, name: 'Backup' });
    const ended = await put(alice, 'backup', { ...daily, paused_until: null });

    expect([kept.json['name'], kept.json['paused_until']]).toEqual(['Backup', paused_until]);
    expect([ended.json['name'], ended.json['paused_until']]).toEqual(['backup', null]);
  });

  it('asks an address once, however often it is put', async () => {
    await using own = await startTestService();
    const alice = await own.guest();
    const body = { ...daily, alert_to: 'alice@example.com' };

    for (let day = 0; day < 3; day += 1) {
      const { json } = await put(alice, 'backup', body);
      expect(json['alert_to_confirmed']).toBe(false);
      await own.drain();
      own.clock.advance(2 * 86_400);
    }

    expect(own.mailbox.messages()).toHaveLength(1);
    expect(await ownerOf(alice, own)).toMatchObject({ emailAlerts: 1 });
  });

  it('revives a deleted one under its old id with fresh settings, counted and listed once', async () => {
    await using own = await startTestService();
    const alice = await own.guest();
    const { json } = await put(alice, 'backup', { ...daily, tags: ['old'] });
    await own.fail(json['id']);
    await own.check();
    await alice.remove(json['id']);
    expect(await ownerOf(alice, own)).toMatchObject({ monitors: 0 });

    const revived = await put(alice, 'backup', { interval_sec: 600 });

    expect(revived.status).toBe(201);
    expect(revived.json).toMatchObject({
      id: json['id'],
      interval_sec: 600,
      tags: [],
      state: 'waiting',
      incident: null,
    });
    expect(await alice.monitors()).toHaveLength(1);
    expect(await ownerOf(alice, own)).toMatchObject({ monitors: 1 });
    await own.fail(json['id']);
    const { json: failing } = await alice.call('GET', `/api/endpoints/${json['id']}`);
    expect(failing['incident']).toMatchObject({ number: 2, reason: 'fail' });
  });
});

describe('putMonitor refuses', () => {
  it.each([
    ['nothing of a name left', '...', daily, 'slug_invalido', ['slug', 'a-z 0-9']],
    ['a name in another script', '%E5%82%99%E4%BB%BD', daily, 'slug_invalido', ['slug']],
    ['no timing', 'backup', {}, 'intervalo_invalido', ['interval_sec', 'cron']],
    ['both timings', 'backup', { ...daily, cron: '0 3 * * *' }, 'cron_ou_interval', ['cron']],
    ['a field that a typo made', 'backup', { ...daily, alert_urI: 'x' }, 'campo_desconhecido', ['alert_urI']],
    ['a blank name', 'backup', { ...daily, name: ' ' }, 'nome_obrigatorio', ['name']],
    [
      'a private alert_url',
      'backup',
      { ...daily, alert_url: 'https://10.0.0.1/' },
      'alert_url_invalida',
      ['10.0.0.1'],
    ],
    [
      'a pause that is over',
      'backup',
      { ...daily, paused_until: '2027-02-28T00:00:00Z' },
      'pausa_invalida',
      [],
    ],
  ])('%s, and writes nothing, no key either', async (_what, slug, body, error, names) => {
    const alice = await service.guest();

    await expectNothingWritten(service, () => put(alice, slug, body), { status: 400, error, names });
  });

  it('what is past the allowance in live billing, and lets it through with a note in development', async () => {
    await using live = await startTestService({ billingMode: 'live' });
    const alice = await live.guest();

    await expectNothingWritten(live, () => put(alice, 'backup', { interval_sec: 60 }), {
      status: 402,
      error: 'pagamento_necessario',
    });
    await put(alice, 'backup', daily);
    await expectNothingWritten(live, () => put(alice, 'backup', { interval_sec: 60 }), {
      status: 402,
      error: 'pagamento_necessario',
    });
    const { json } = await put(await service.guest(), 'backup', { interval_sec: 60 });
    expect(json['billing']).toMatchObject({
      mode: 'dev',
      charges: [{ sku: 'fast_interval', price_usd: 0.05 }],
    });
  });

  it('a name whose monitor became another owner’s, as if it were not there', async () => {
    const [guest, account] = [await service.guest(), await service.guest()];
    const { table } = service.core;
    await put(guest, 'backup', daily);
    const [home = ''] = (await ownerOf(guest)).spaces;
    const key = await getSpaceToken(table, 'ingest', home);
    await moveHome(table, (await ownerOf(guest)).id, (await ownerOf(account)).id);
    const { id, spaces } = await ownerOf(guest);
    if (!key) throw new Error('There is no key.');
    await replaceSpaceToken(table, id, undefined, {
      ...key,
      spaceId: spaces[0] ?? '',
      hash: hashOf('stayed'),
    });
    const before = await contentsOf(service);

    const reply = await put(guest, 'backup', { interval_sec: 600 });

    expectRefusal(reply, { status: 404, error: 'not_found' });
    expect(await contentsOf(service)).toEqual(before);
  });

  it('whoever shows no credential', async () => {
    const call = () => service.call('PUT', '/api/endpoints/by-slug/backup', { body: daily });

    await expectNothingWritten(service, call, { status: 401, error: 'credencial_ausente' });
  });
});

it('PUT is a method that pages of other sites may send, and the path says so', async () => {
  const preflight = await service.call('OPTIONS', '/api/endpoints/by-slug/backup');
  const wrong = await service.call('POST', '/api/endpoints/by-slug/backup');

  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT, OPTIONS');
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('PUT, OPTIONS');
  const { json } = await service.call('GET', '/openapi.json');
  expect(json['paths']['/api/endpoints/by-slug/{slug}']['put']['x-agent-hints']).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  });
});
