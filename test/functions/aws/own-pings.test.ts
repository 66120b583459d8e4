import { describe, expect, it } from 'vitest';
import { ownPingEvent } from '../../support/aws/own-ping-event.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const service = fresh(startTestService);

/** An owner whose ingest key events come under, and how they are brought. */
async function owner() {
  const who = await service.guest();
  const { key } = (await who.call('GET', '/api/ingest-key')).json;
  const bring = async (events: unknown, query = '') => {
    const { status, json } = await service.call(
      'POST',
      `/_local/events?key=${key}&account=123456789012${query}`,
      {
        body: events,
      },
    );
    expect(status).toBe(200);
    return json;
  };
  return { who, bring };
}

const put = async (who: Person, slug: string) =>
  String((await who.call('PUT', `/api/endpoints/by-slug/${slug}`, { interval_sec: 3_600 })).json['id']);
const eventsOf = async (who: Person, id: unknown) =>
  (await who.call('GET', `/api/endpoints/${id}/events`)).json['events'] as Record<string, unknown>[];
const unknownOf = async (who: Person) =>
  (await who.call('GET', '/api/ingest-key/unknown-pings')).json['pings'] as Record<string, unknown>[];
const now = () => service.clock.now();
const ping = (detail: object, agoMs = 1_000, besides: object = {}) =>
  ownPingEvent(detail, now() - agoMs, besides);
const TAKEN = { events: 1, failed: 0, unreadable: 0, ignored: 0 };

describe('PutEvents', () => {
  it('is a ping of the monitor that its detail names, with run, words, status and duration', async () => {
    const { who, bring } = await owner();
    const id = await put(who, 'nightly');
    expect(await bring(ping({ slug: 'nightly', kind: 'start', rid: 'r' }, 120_000))).toEqual(TAKEN);
    const said = { id, exit_code: 2, rid: 'r', output: 'disk full', status: 503, latency_ms: 7 };
    expect(await bring(ping(said, 60_000))).toEqual(TAKEN);
    const [failed, started] = await eventsOf(who, id);
    expect(started).toMatchObject({ kind: 'start', rid: 'r' });
    expect(failed).toMatchObject({
      kind: 'fail',
      exit_code: 2,
      duration_ms: 60_000,
      status: 503,
      latency_ms: 7,
    });
    const { text } = await who.call('GET', `/api/endpoints/${id}/events/${failed?.['id']}/body`);
    expect(text).toBe('disk full');
    await bring([ping({ slug: 'nightly' }), ping({ slug: 'nightly', kind: 'log', output: 'x' }, 0)]);
    expect((await eventsOf(who, id)).map(({ kind }) => kind)).toEqual(['log', 'ping', 'fail', 'start']);
    expect((await who.call('GET', `/api/endpoints/${id}`)).json).toMatchObject({
      incident: null,
      state: 'ok',
    });
    expect(await unknownOf(who)).toEqual([]);
  });

  it('makes a monitor of a name that says how often it comes', async () => {
    const { who, bring } = await owner();
    await bring(ping({ slug: 'hourly', interval: 3_600 }));
    const { endpoints } = (await who.call('GET', '/api/endpoints')).json;
    expect(endpoints).toMatchObject([{ slug: 'hourly', interval_sec: 3_600, state: 'ok' }]);
  });

  it('of another account or region is for a name with that before it', async () => {
    const { who, bring } = await owner();
    const ids = await Promise.all(
      ['prod-nightly', '444455556666-nightly', 'eu-west-1-nightly'].map((slug) => put(who, slug)),
    );
    const from = (besides: object) => ping({ slug: 'nightly' }, 1_000, besides);
    await bring(
      [
        from({ account: '111122223333' }),
        from({ account: '444455556666' }),
        from({ region: 'eu-west-1' }),
        from({}),
      ],
      '&accounts=111122223333=prod',
    );
    for (const id of ids) expect(await eventsOf(who, id)).toMatchObject([{ kind: 'ping' }]);
    // At home nobody is called so.
    expect(await unknownOf(who)).toMatchObject([{ name: 'nightly', account: '123456789012' }]);
  });

  it('that ends twice in one second ends as the last that came, and opens no run behind its end', async () => {
    const { who, bring } = await owner();
    const id = await put(who, 'nightly');
    service.clock.advance(1);
    await bring(ping({ slug: 'nightly', kind: 'fail' }, 0));
    await bring(ping({ slug: 'nightly' }, 0));
    expect((await who.call('GET', `/api/endpoints/${id}`)).json['incident']).toBeNull();
    await bring(ping({ slug: 'nightly', rid: 'r' }, 0));
    await bring(ping({ slug: 'nightly', rid: 'r', kind: 'start' }, 0));
    await who.call('PATCH', `/api/endpoints/${id}`, { max_duration_sec: 60 });
    service.clock.advance(600);
    await service.check();
    expect((await who.call('GET', `/api/endpoints/${id}`)).json['incident']).toBeNull();
  });
});

describe('repeats and time', () => {
  it('is one ping however often its event is brought, and none of a replay or of two weeks ago', async () => {
    const { who, bring } = await owner();
    const id = await put(who, 'nightly');
    const sent = ping({ slug: 'nightly' });
    await bring([sent, sent]);
    await bring(sent);
    expect(await bring({ ...sent, id: 'other', 'replay-name': 'yesterday' })).toEqual({
      ...TAKEN,
      ignored: 1,
    });
    expect(await bring(ping({ slug: 'nightly' }, 15 * 86_400_000))).toEqual({ ...TAKEN, ignored: 1 });
    expect(await bring(ping({ slug: 'nobody' }, 15 * 86_400_000))).toEqual({ ...TAKEN, ignored: 1 });
    expect(await eventsOf(who, id)).toHaveLength(1);
    expect(await unknownOf(who)).toEqual([]);
  });

  it('counts when it came where its clock is wrong, and hides nothing until then', async () => {
    const { who, bring } = await owner();
    const id = await put(who, 'nightly');
    await bring(ping({ slug: 'nightly' }, -86_400_000));
    const [event] = await eventsOf(who, id);
    expect(Math.abs(Date.parse(String(event?.['at'])) - now())).toBeLessThan(5_000);
    service.clock.advance(60);
    await bring(ping({ slug: 'nightly', kind: 'fail' }));
    expect((await who.call('GET', `/api/endpoints/${id}`)).json['incident']).toMatchObject({
      reason: 'fail',
    });
  });
});

describe('bad input', () => {
  it('is shown to the owner where it meets no monitor, with the reason, once', async () => {
    const { who, bring } = await owner();
    const bob = await service.guest();
    const { id } = await bob.createMonitor({ name: 'bobs' });
    const bad = [
      ping({ slug: 'nobody', kind: 'fail' }),
      ping({ id, kind: 'fail' }),
      ping({}),
      ping({ slug: 'odd', kind: 'DONE' }),
      ping({ slug: 'forged', account: '999999999999' }),
      ping({ slug: 'x'.repeat(250_000) }),
    ];
    expect(await bring(bad)).toEqual({ events: 6, failed: 0, unreadable: 0, ignored: 0 });
    service.clock.advance(10);
    await bring(ping({ slug: 'nobody', kind: 'fail' }));
    const pings = await unknownOf(who);
    expect(new Map(pings.map(({ name, detail }) => [name, detail]))).toEqual(
      new Map([
        ['nobody', 'No active monitor has the slug "nobody"; a ping with interval or cron creates it.'],
        [`${String(id).slice(0, 6)}…`, 'The owner has no active monitor with this id.'],
        ['', 'A ping must have either slug or id; got neither.'],
        ['odd', 'kind must be success, start, fail or log; got "DONE".'],
        ['forged', expect.stringMatching(/^There is no field "account"; /)],
        [
          'x'.repeat(80),
          expect.stringMatching(/^slug must be the name of a job, of 1 to 200 characters; got "x+…\.$/),
        ],
      ]),
    );
    expect(pings).toHaveLength(6);
    expect(JSON.stringify(pings)).not.toContain(String(id));
    expect(await eventsOf(bob, id)).toEqual([]);
    expect(await unknownOf(bob)).toEqual([]);
    expect((await who.call('GET', '/api/endpoints')).json['endpoints']).toEqual([]);
  });

  it('makes no monitor beyond the allowance, and shows what for', async () => {
    const { who, bring } = await owner();
    await bring(Array.from({ length: 12 }, (_, index) => ping({ slug: `job-${index}`, interval: 3_600 })));
    expect((await who.call('GET', '/api/endpoints')).json['endpoints']).toHaveLength(10);
    expect(await unknownOf(who)).toMatchObject([
      { detail: expect.stringContaining('the allowance is used up') },
      { detail: expect.stringContaining('the allowance is used up') },
    ]);
    await bring(ping({ slug: 'wrong', cron: '61 * * * *' }));
    expect((await unknownOf(who))[0]).toMatchObject({
      name: 'wrong',
      detail: expect.stringContaining('cron'),
    });
  });

  it('of another kind, or of another source, is no ping', async () => {
    const { who, bring } = await owner();
    const id = await put(who, 'nightly');
    const others = [
      { 'detail-type': 'Rollcall Alert' },
      { source: 'rollcall.pings' },
      { source: 'aws.rollcall.ping' },
    ];
    const events = others.map((each) => ping({ slug: 'nightly', kind: 'fail' }, 0, each));
    expect(await bring(events)).toMatchObject({ ignored: 3 });
    expect(await eventsOf(who, id)).toEqual([]);
    expect(await unknownOf(who)).toEqual([]);
  });

  itThorough(
    'of names or faults that are new each time is noted so often an hour, told once, and kept fifty',
    async () => {
      const { who, bring } = await owner();
      const names = Array.from({ length: 150 }, (_, index) => ping({ slug: `job-${index}` }));
      const faults = Array.from({ length: 150 }, (_, index) => ping({ slug: 'job', [`no-${index}`]: 1 }));
      expect(await bring(names)).toMatchObject({ events: 150, failed: 0 });
      expect(await bring(faults)).toMatchObject({ events: 150, failed: 0 });
      expect(await unknownOf(who)).toHaveLength(50);
      expect(service.logged.filter((code) => code === 'unknown_pings_bounded')).toHaveLength(1);
      service.clock.advance(3_601);
      await bring(ping({ slug: 'later' }));
      expect((await unknownOf(who))[0]).toMatchObject({ name: 'later' });
      service.clock.advance(14 * 86_400);
      expect(await unknownOf(who)).toEqual([]);
    },
    120_000,
  );

  itThorough(
    'of names that are new each time makes so many monitors an hour, where all may be made',
    async () => {
      await using open = await startTestService({ users: { ...STRANGERS_WELCOME, allowance: 'unlimited' } });
      const who = await open.guest();
      const { key } = (await who.call('GET', '/api/ingest-key')).json;
      const events = Array.from({ length: 250 }, (_, index) =>
        ownPingEvent({ slug: `job-${index}`, interval: 3_600 }, open.clock.now()),
      );
      await open.call('POST', `/_local/events?key=${key}&account=123456789012`, { body: events });
      expect((await who.call('GET', '/api/endpoints')).json['endpoints']).toHaveLength(200);
      expect(open.logged.filter((code) => code === 'aws_names_bounded')).toHaveLength(1);
      expect(await unknownOf(who)).toHaveLength(50);
    },
    120_000,
  );
});
