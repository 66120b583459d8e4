import { describe, expect, it } from 'vitest';
import { idOfUuid } from '../../../../lib/domain/monitors/check-uuid.ts';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

/** As `GET /api/v3/checks/` of Healthchecks lists them to a read-write key (its documentation and source, 2026-08). */
const uuidOf = (at: number) => `f618072a-7bde-4eee-af63-71a77c57${String(at).padStart(4, '0')}`;
const listed = (at: number, check: object = {}) => ({
  name: `job ${at}`, slug: '', tags: '', desc: '', grace: 3600, n_pings: 12, status: 'up', started: false, last_ping: '2026-11-20T02:00:41+00:00',
  next_ping: '2026-11-21T02:00:00+00:00', manual_resume: false, methods: '', subject: '', subject_fail: '', start_kw: '', success_kw: '',
  failure_kw: '', filter_subject: false, filter_body: false, filter_http_body: false, filter_default_fail: false,
  badge_url: 'https://hc.example/b/2/x.svg', uuid: uuidOf(at), ping_url: `https://hc.example/ping/${uuidOf(at)}`,
  update_url: 'https://hc.example/api/v3/checks/x', pause_url: 'https://hc.example/x', resume_url: 'https://hc.example/x', channels: '',
  timeout: 86_400, ...check,
}); // prettier-ignore

const service = shared(startTestService);

async function imported(who: Person, checks: object[], query = '?apply=1') {
  const { status, json } = await who.call('POST', `/api/import/healthchecks${query}`, { checks });
  return { status, json };
}

async function monitorsOf(who: Person) {
  return (await who.call('GET', '/api/endpoints')).json['endpoints'] as Record<string, unknown>[];
}

describe('importHealthchecks', () => {
  it('keeps UUID, name, tags, schedule, zone, grace and pause, and each ping URL goes on', async () => {
    const who = await service.guest();
    const checks = [
      listed(1, {
        name: 'nightly',
        tags: 'prod DB',
        timeout: undefined,
        schedule: '30 2 * * 1-5',
        tz: 'Europe/Berlin',
        grace: 1800,
      }),
      listed(2, { timeout: 600, grace: 60, status: 'paused' }),
    ];

    const proposed = await imported(who, checks, '');
    expect(proposed.json).toMatchObject({ applied: false, would_create: 2, existing: [], left_out: [] });
    expect(await monitorsOf(who)).toEqual([]);
    const { status, json } = await imported(who, checks);

    expect(status).toBe(200);
    expect(json['created']).toMatchObject([
      { index: 0, name: 'nightly', uuid: uuidOf(1), id: idOfUuid(uuidOf(1)) },
      { index: 1, name: 'job 2' },
    ]);
    const [nightly, often] = (await monitorsOf(who)).toSorted((a, b) =>
      String(b['name']).localeCompare(String(a['name'])),
    );
    expect(nightly).toMatchObject({
      cron: '30 2 * * 1-5',
      tz: 'Europe/Berlin',
      grace_sec: 1800,
      max_duration_sec: 1800,
      tags: ['db', 'prod'],
    });
    expect(often).toMatchObject({
      interval_sec: 660,
      state: 'paused',
      paused_until: '2027-03-31T12:00:00.000Z',
    });
    expect(json['lost']).toMatchObject([
      { field: 'tags', detail: 'Tags are lower case here: DB.', entries: [0] },
      { field: 'status', entries: [1] },
    ]);
    expect((await service.call('GET', `/ping/${uuidOf(1)}`)).text).toBe('OK');
    expect((await monitorsOf(who)).find(({ name }) => name === 'nightly')).toMatchObject({ state: 'ok' });
  });

  it('changes nothing when it is applied again', async () => {
    const who = await service.guest();
    await imported(who, [listed(10), listed(11)]);
    const before = await monitorsOf(who);

    const { json } = await imported(who, [listed(10), listed(11, { timeout: 60 })]);

    expect(json).toMatchObject({
      applied: true,
      would_create: 0,
      existing: [
        { uuid: uuidOf(10), differs: [] },
        { uuid: uuidOf(11), differs: ['interval_sec'] },
      ],
    });
    expect(await monitorsOf(who)).toEqual(before);
  });

  it('takes no UUID from another owner: the second is told, and pings stay the first one’s', async () => {
    const [alice, mallory] = [await service.guest(), await service.guest()];
    await imported(alice, [listed(20)]);

    const { json } = await imported(mallory, [listed(20), listed(21)]);

    expect(json).toMatchObject({
      left_out: [
        { index: 0, name: 'job 20', detail: 'its UUID belongs to a monitor that is not yours here.' },
      ],
      created: [{ uuid: uuidOf(21) }],
    });
    await service.call('GET', `/ping/${uuidOf(20)}`);
    expect(await monitorsOf(alice)).toMatchObject([{ state: 'ok' }]);
    expect(await monitorsOf(mallory)).toMatchObject([{ name: 'job 21', state: 'waiting' }]);
  });

  it('names what becomes no monitor, and what of a monitor is lost', async () => {
    const who = await service.guest();
    const checks = [
      listed(30, { uuid: undefined, ping_url: undefined, unique_key: 'x' }),
      listed(31, { timeout: undefined, schedule: 'Mon..Fri *-*-* 02:30' }),
      listed(32, { timeout: undefined, schedule: '61 2 * * *' }),
      listed(33),
      listed(33),
      listed(34, {
        name: '', slug: 'db-dump', tags: 'räum ok', desc: 'why', methods: 'POST', channels: 'a,b', filter_body: true, manual_resume: true,
      }), // prettier-ignore
      listed(35, { uuid: undefined }),
    ];

    const { json } = await imported(who, checks);

    expect(json['left_out'].map(({ index }: { index: number }) => index).toSorted()).toEqual([0, 1, 2, 4]);
    expect(json['created'].map(({ index }: { index: number }) => index)).toEqual([3, 5, 6]);
    const lost = json['lost'].filter(({ entries }: { entries: number[] }) => entries.includes(5));
    expect(lost.map(({ field }: { field: string }) => field)).toEqual([
      'tags', 'desc', 'methods', 'filters', 'manual_resume', 'slug', 'channels',
    ]); // prettier-ignore
    expect((await monitorsOf(who)).map(({ name }) => name)).toContain('db-dump');
  });

  it.each([
    [
      { timeout: '60' },
      'checks[0].timeout must be a whole number of seconds from 0 to 4294967295; got "60".',
    ],
    [{ name: 7 }, 'checks[0].name must be a text of at most 2000 characters; got 7.'],
    [{ manual_resume: 'yes' }, 'checks[0].manual_resume must be true or false; got "yes".'],
  ])('refuses a list in which a check has %j, by the rule', async (wrong, detail) => {
    const who = await service.guest();

    const { status, json } = await imported(who, [listed(70, wrong)]);

    expect([status, json]).toEqual([400, { error: 'corpo_invalido', detail }]);
    expect(await monitorsOf(who)).toEqual([]);
  });

  it('takes a UUID in capitals, and says of what is none what it is', async () => {
    const who = await service.guest();
    const malformed = { uuid: 'f618072a7bde4eeeaf6371a77c570072', ping_url: undefined };

    const { json } = await imported(who, [
      listed(71, { uuid: uuidOf(71).toUpperCase() }),
      listed(72, malformed),
    ]);

    expect(json).toMatchObject({
      created: [{ uuid: uuidOf(71) }],
      left_out: [{ index: 1, detail: expect.stringMatching(/^its uuid must be .*; got "f618072a7b/) }],
    });
  });

  it('leaves out what was deleted here a moment ago, and writes nothing', async () => {
    const who = await service.guest();
    const { json: first } = await imported(who, [listed(40)]);
    await who.remove(first['created'][0].id);

    const { json } = await imported(who, [listed(40)]);

    expect(json).toMatchObject({ would_create: 0, left_out: [{ index: 0 }] });
  });

  it.each([
    [{}],
    [{ checks: 'all' }],
    [{ checks: [{ name: 7 }] }],
    [{ checks: [{ timeout: -1 }] }],
    [{ checks: [listed(1, { timeout: 60.5 })] }],
    [{ checks: Array.from({ length: 5_001 }, () => ({})) }],
  ])('refuses what is no list of checks, and writes nothing', async (body) => {
    const who = await service.guest();

    const { status } = await who.call('POST', '/api/import/healthchecks?apply=1', body);

    expect(status).toBe(400);
    expect(await monitorsOf(who)).toEqual([]);
  });

  it.each([
    [{ checks: [], foo: 1 }, 'foo'],
    [{ checks: [listed(1)], pingkey: 'a-ping-key-of-16-chars' }, 'pingkey'],
  ])('refuses a field that no list of checks has, and writes nothing', async (body, name) => {
    const who = await service.guest();
    const refused = await who.call('POST', '/api/import/healthchecks?apply=1', body);

    expectRefusal(refused, { status: 400, error: 'campo_desconhecido', names: [name, 'ping_key'] });
    expect(refused.text).not.toContain('of-16-chars');
    expect(await monitorsOf(who)).toEqual([]);
  });
});
