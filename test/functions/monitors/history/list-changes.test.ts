import { beforeEach, describe, expect, it } from 'vitest';
import { CHANGE_PREFIX } from '../../../../lib/data/keys.ts';
import { contentsOf, expectRefusal } from '../../../support/service/refused.ts';
import { newOrganization } from '../../../support/accounts/organization.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

let alice: Person;

const service = shared(startTestService);
beforeEach(async () => {
  alice = await service.guest();
});

const iso = (at = service.clock.now()) => new Date(at).toISOString();
const create = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await alice.createMonitor(fields))['id'];
const patch = (id: string, body: unknown) => alice.call('PATCH', `/api/endpoints/${id}`, body);
const list = (id: string, query = '', who = alice): Promise<Reply> =>
  who.call('GET', `/api/endpoints/${id}/changes${query}`);
const changes = async (id: string) => (await list(id)).json['changes'] as Reply['json'][];
/** Kind and fields of each entry, newest first. */
const told = async (id: string) =>
  (await changes(id)).map(({ kind, fields }) => [
    kind,
    ...fields.map((each: Reply['json']) => [each['field'], each['from'], each['to']]),
  ]);

describe('an entry of an organization', () => {
  it('says which member made, imported and changed it by its session', async () => {
    const organization = await newOrganization(service);
    const ben = await signedIn(service);
    await organization.join(ben, 'member');
    const { id } = await organization.createMonitor();
    await organization.call('PATCH', `/api/endpoints/${id}`, { name: 'renamed' }, ben);
    const file = { monitors: [{ name: 'brought', interval_sec: 300 }] };
    const brought = await organization.call('POST', '/api/import/json?apply=1', file, ben);
    const changesOf = async (monitorId: string) =>
      (await organization.call('GET', `/api/endpoints/${monitorId}/changes`)).json['changes'];

    expect(await changesOf(String(id))).toMatchObject([
      { by: 'session', member: ben.account.id, kind: 'changed' },
      { by: 'session', member: organization.owner.account.id, kind: 'created' },
    ]);
    expect(await changesOf(brought.json['created'][0].id)).toMatchObject([
      { member: ben.account.id, kind: 'imported' },
    ]);
    const own = await ben.createMonitor();
    const { json } = await ben.call('GET', `/api/endpoints/${own['id']}/changes`);
    expect(json['changes'][0]).not.toHaveProperty('member');
  });
});

describe('an entry', () => {
  it('of a creation says who, when and what was chosen', async () => {
    const id = await create({ name: 'null', interval_sec: 600, tags: ['b', 'a'], alert_after_failures: 2 });

    expect((await list(id)).json).toEqual({
      changes: [
        {
          id: expect.stringMatching(/^\d{14}-/),
          at: iso(),
          by: 'guest',
          kind: 'created',
          fields: [
            { field: 'name', from: null, to: 'null' },
            { field: 'interval_sec', from: null, to: 600 },
            { field: 'alert_after_failures', from: null, to: 2 },
            { field: 'tags', from: null, to: ['a', 'b'] },
          ],
        },
      ],
    });
  });

  it('of a change has each field before and after, the newest entry first', async () => {
    const id = await create({ interval_sec: 600, max_duration_sec: 60 });
    service.clock.advance(60);
    const until = iso(service.clock.now() + 3_600_000);
    await patch(id, { paused_until: until, max_duration_sec: null, name: 'other' });
    service.clock.advance(60);
    await patch(id, { cron: '0 3 * * *', tz: 'Europe/Berlin', paused_until: null });

    expect((await told(id)).slice(0, 2)).toEqual([
      [
        'changed',
        ['interval_sec', 600, null],
        ['cron', null, '0 3 * * *'],
        ['tz', null, 'Europe/Berlin'],
        ['grace_sec', null, 90],
        ['paused_until', until, null],
      ],
      [
        'changed',
        ['name', 'nightly backup', 'other'],
        ['paused_until', null, until],
        ['max_duration_sec', 60, null],
      ],
    ]);
  });

  it('has no secret: of a webhook its origin alone, though its path is what changed', async () => {
    const id = await create({ alert_url: 'https://hooks.example.com/services/T0/secret?key=1' });
    await patch(id, { alert_url: 'https://hooks.example.com/services/T0/other' });

    expect((await told(id))[0]).toEqual([
      'changed',
      ['alert_url', 'https://hooks.example.com', 'https://hooks.example.com'],
    ]);
    expect((await list(id)).text).not.toMatch(/services|secret|key=/);
    const stored = (await contentsOf(service)).filter(({ sk }) => String(sk).startsWith(CHANGE_PREFIX));
    expect(JSON.stringify(stored)).not.toMatch(/services|secret|key=/);
  });

  it('is not there for a change that changes nothing', async () => {
    const id = await create();
    await patch(id, {});
    await patch(id, { name: 'nightly backup', tags: [] });

    expect(await told(id)).toHaveLength(1);
  });

  it('of a deletion and a revival by the key says so', async () => {
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;
    await service.call('GET', `/in/${key}/nightly?interval=3600`);
    const [{ id }] = (await alice.call('GET', '/api/endpoints')).json['endpoints'];
    await patch(id, { name: 'by hand' });
    await alice.call('DELETE', `/api/endpoints/${id}`);
    await alice.call('DELETE', `/api/endpoints/${id}`);
    await service.call('GET', `/in/${key}/nightly?interval=7200`);

    expect(await told(id)).toEqual([
      ['revived', ['name', 'by hand', 'nightly'], ['interval_sec', 3600, 7200]],
      ['deleted'],
      ['changed', ['name', 'nightly', 'by hand']],
      ['created', ['name', null, 'nightly'], ['interval_sec', null, 3600]],
    ]);
    expect((await changes(id)).map(({ by }) => by)).toEqual(['ingest_key', 'guest', 'guest', 'ingest_key']);
  });

  it('of an import says so, from a crontab and from a file', async () => {
    await service.call('POST', '/api/import/crontab?apply=1', {
      token: alice.token,
      body: '0 3 * * * backup',
      headers: { 'content-type': 'text/plain' },
    });
    await alice.call('POST', '/api/import/json?apply=1', {
      monitors: [{ name: 'from a file', slug: 'file', interval_sec: 300 }],
    });
    const { endpoints } = (await alice.call('GET', '/api/endpoints')).json;
    const logs = await Promise.all(endpoints.map(({ id }: Reply['json']) => told(id)));

    expect(logs.flat().map(([kind, [field, , to]]) => [kind, field, to])).toEqual(
      expect.arrayContaining([
        ['imported', 'name', 'backup'],
        ['imported', 'name', 'from a file'],
      ]),
    );
    expect(logs.flat()).toHaveLength(2);
  });

  it('of a put by name is there only when something is other', async () => {
    const put = (body: unknown) => alice.call('PUT', '/api/endpoints/by-slug/dump', body);
    const { id } = (await put({ interval_sec: 600, tags: ['a'] })).json;
    await put({ interval_sec: 600, tags: ['a'] });
    await put({ interval_sec: 600 });

    expect((await told(id)).map(([kind, ...fields]) => [kind, fields.length])).toEqual([
      ['changed', 1],
      ['created', 3],
    ]);
  });
});

describe('the list', () => {
  it('is paged, newest first, with entries of one instant kept apart', async () => {
    const id = await create();
    for (let time = 1; time <= 5; time++) await patch(id, { name: `job ${time}` });

    const names: unknown[] = [];
    let query = '?limit=2';
    for (let page = 0; page < 3; page++) {
      const { json } = await list(id, query);
      names.push(...json['changes'].map(({ fields }: Reply['json']) => fields[0].to));
      query = `?limit=2&cursor=${json['next_cursor']}`;
    }

    expect(names).toEqual(['job 5', 'job 4', 'job 3', 'job 2', 'job 1', 'nightly backup']);
    expect(query).toContain('undefined');
  });

  it('begins before an instant that is asked for', async () => {
    const id = await create();
    const before = iso(service.clock.now() + 1);
    service.clock.advance(60);
    await patch(id, { name: 'later' });

    const { json } = await list(id, `?before=${before}`);
    expect(json['changes'].map(({ kind }: Reply['json']) => kind)).toEqual(['created']);
  });

  it('keeps an entry for 90 days', async () => {
    await using own = await startTestService();
    alice = await own.guest();
    const id = await create();
    own.clock.advance(90 * 86_400 - 60);
    await patch(id, { name: 'later' });
    expect((await list(id)).json['changes']).toHaveLength(2);
    own.clock.advance(120);

    expect((await list(id)).json['changes']).toHaveLength(1);
    const [entry] = (await contentsOf(own)).filter(({ sk }) => String(sk).startsWith(CHANGE_PREFIX));
    expect(entry?.['ttl']).toBe(Number(entry?.['at']) / 1000 + 90 * 86_400);
  });

  it('is for the owner alone', async () => {
    const { id, token } = await alice.createMonitor();
    const bob = await service.guest();

    expectRefusal(await list(id, '', bob), { status: 404, error: 'not_found' });
    expectRefusal(await service.call('GET', `/api/endpoints/${id}/changes?token=${token}`), {
      status: 401,
      error: 'credencial_ausente',
    });
  });

  it('takes no cursor of another list', async () => {
    const [one, other] = [await create(), await create()];
    await patch(one, { name: 'b' });
    await service.call('GET', `/in/${one}`);
    await service.call('GET', `/in/${one}`);
    const ofChanges = (await list(one, '?limit=1')).json['next_cursor'];
    const ofEvents = (await alice.call('GET', `/api/endpoints/${one}/events?limit=1`)).json['next_cursor'];

    for (const reply of [await list(other, `?cursor=${ofChanges}`), await list(one, `?cursor=${ofEvents}`)])
      expectRefusal(reply, { status: 400, error: 'consulta_invalida', names: ['cursor'] });
    expectRefusal(await list(one, '?limit=0'), { status: 400, error: 'consulta_invalida', names: ['limit'] });
    expectRefusal(await list(one, '?kind=created'), { status: 400, error: 'consulta_invalida' });
  });
});

it('keeps the order of writing where changes are made at the same time', async () => {
  const id = await create({ interval_sec: 600 });
  const patches = Array.from({ length: 10 }, (_, index) => {
    service.clock.advance(0.001);
    return patch(id, { interval_sec: 1_000 + index });
  });
  const all = { done: false };
  const replies = Promise.all(patches).finally(() => (all.done = true));
  while (!all.done) {
    service.clock.advance(0.001);
    await new Promise((resolve) => setImmediate(resolve));
  }

  const written = (await replies).filter(({ status }) => status === 200).length;
  const steps = (await changes(id)).map(({ fields: [field] }) => [field.from, field.to]);
  const { interval_sec: now } = (await alice.call('GET', `/api/endpoints/${id}`)).json;

  expect(written).toBeGreaterThan(3);
  expect(steps).toHaveLength(written + 1);
  expect(steps[0]?.[1]).toBe(now);
  for (const [index, [from]] of steps.slice(0, written).entries())
    if (index + 1 < written) expect(from).toBe(steps[index + 1]?.[1]);
});
