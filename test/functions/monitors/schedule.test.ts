import { beforeAll, describe, expect, it } from 'vitest';
import { getMonitor, replaceMonitor } from '../../../lib/data/monitors/monitors.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import {
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

/** Its clock stands at 2027-03-01T12:00:00Z, a Monday. */
const service = shared(startTestService);
const alice = shared(() => service.guest());

const scheduled = (who: Person, fields: Record<string, unknown>) =>
  who.createMonitor({ interval_sec: undefined, cron: '0 3 * * *', ...fields });
const patched = async (who: Person, id: unknown, fields: Record<string, unknown>) => {
  const { status, json } = await who.patch(id, fields);
  expect(status).toBe(200);
  return json;
};
const detail = (who: Person, id: unknown): Promise<Reply['json']> => who.read(id);
/** Moves the clock of a service of its own to an instant. */
const moveTo = (own: TestService, iso: string) =>
  own.clock.advance((Date.parse(iso) - own.clock.now()) / 1000);
const startAt = (iso: string) => startTestService({ startAt: Date.parse(iso) });

describe('next_expected_at and interval_sec of a schedule', () => {
  it.each([
    ['0 3 * * *', 'UTC', '2027-03-02T03:00:00.000Z', 86_400],
    ['0 3 * * *', 'Asia/Kolkata', '2027-03-01T21:30:00.000Z', 86_400],
    ['*/15 * * * *', 'UTC', '2027-03-01T12:15:00.000Z', 900],
    ['0 9 * * 1-5', 'Europe/Berlin', '2027-03-02T08:00:00.000Z', 86_400],
    ['0 9 * * Fri', 'UTC', '2027-03-05T09:00:00.000Z', 604_800],
    ['30 6 1 * *', 'UTC', '2027-04-01T06:30:00.000Z', 2_592_000],
    // Both day fields must match when one begins with a star: Mondays that are the 1st, 4th, 7th, ... of the month.
    ['0 0 */3 * 1', 'UTC', '2027-03-22T00:00:00.000Z', 2_419_200],
    ['0 0 13 * 5', 'UTC', '2027-03-05T00:00:00.000Z', 604_800],
  ])('%s in %s is next due at %s', async (cron, tz, next, intervalSec) => {
    const monitor = await scheduled(alice, { cron, tz });

    expect(monitor).toMatchObject({ cron, tz, next_expected_at: next, interval_sec: intervalSec });
  });

  it('shows the next five runs on the detail, and on nothing else', async () => {
    const monitor = await scheduled(alice, { cron: '0 6,18 * * *', tz: 'America/New_York' });
    const plain = await alice.createMonitor();

    expect((await detail(alice, monitor['id']))['next_runs']).toEqual([
      '2027-03-01T23:00:00.000Z',
      '2027-03-02T11:00:00.000Z',
      '2027-03-02T23:00:00.000Z',
      '2027-03-03T11:00:00.000Z',
      '2027-03-03T23:00:00.000Z',
    ]);
    expect(monitor).not.toHaveProperty('next_runs');
    expect(await detail(alice, plain['id'])).not.toHaveProperty('next_runs');
  });

  it('shows the runs there are when fewer than five come within 366 days', async () => {
    const { id } = await scheduled(alice, { cron: '0 0 1 1 *' });

    expect((await detail(alice, id))['next_runs'][0]).toBe('2028-01-01T00:00:00.000Z');
  });

  it('are computed forward by a patch of the schedule', async () => {
    const { id } = await scheduled(alice, {});

    expect(await patched(alice, id, { cron: '30 13 * * *' })).toMatchObject({
      next_expected_at: '2027-03-01T13:30:00.000Z',
      interval_sec: 86_400,
    });
    expect(await patched(alice, id, { cron: '0 * * * *' })).toMatchObject({
      next_expected_at: '2027-03-01T13:00:00.000Z',
      interval_sec: 3_600,
    });
    expect(await patched(alice, id, { tz: 'Asia/Kolkata' })).toMatchObject({
      tz: 'Asia/Kolkata',
      next_expected_at: '2027-03-01T12:30:00.000Z',
    });
    expect(await patched(alice, id, { tz: null, grace_sec: 600 })).toMatchObject({
      tz: 'UTC',
      grace_sec: 600,
      next_expected_at: '2027-03-01T13:00:00.000Z',
    });
    expect(await patched(alice, id, { grace_sec: null })).toMatchObject({ grace_sec: 90, cron: '0 * * * *' });
  });

  it('go with the schedule, and come back with one', async () => {
    const { id } = await scheduled(alice, { cron: '0 * * * *' });

    expect(await patched(alice, id, { cron: null })).toMatchObject({
      cron: null,
      tz: null,
      grace_sec: null,
      next_expected_at: null,
      interval_sec: 3_600,
    });
    expect(await patched(alice, id, { interval_sec: 300 })).toMatchObject({ interval_sec: 300 });
    expect(await patched(alice, id, { cron: '0 3 * * *', tz: 'Europe/Berlin' })).toMatchObject({
      tz: 'Europe/Berlin',
      grace_sec: 90,
      next_expected_at: '2027-03-02T02:00:00.000Z',
      interval_sec: 86_400,
    });
  });

  it('stay when something else is patched, though their time has passed', async () => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    const bob = await own.guest();
    const { id } = await scheduled(bob, {});
    await own.ping(id);
    moveTo(own, '2027-03-02T04:00:00Z');

    const monitor = await patched(bob, id, { name: 'renamed', tags: ['a'], alert_repeat_sec: 7_200 });

    expect(monitor).toMatchObject({ next_expected_at: '2027-03-02T03:00:00.000Z', state: 'late' });
    expect(await patched(bob, id, { grace_sec: 120 })).toMatchObject({
      next_expected_at: '2027-03-03T03:00:00.000Z',
    });
  });

  it('follow the gap of the next runs with each ping', async () => {
    await using own = await startAt('2027-03-01T10:30:00Z');
    const bob = await own.guest();
    const monitor = await scheduled(bob, { cron: '0 9,12,18 * * *' });

    expect(monitor['interval_sec']).toBe(21_600);
    moveTo(own, '2027-03-01T12:00:05Z');
    await own.ping(monitor['id']);

    expect(await detail(bob, monitor['id'])).toMatchObject({
      next_expected_at: '2027-03-01T18:00:00.000Z',
      interval_sec: 54_000,
    });
  });
});

describe('a ping of a scheduled monitor', () => {
  it.each([
    ['long before', '0 3 * * *', 90, '2027-03-02T01:00:00Z', '2027-03-02T03:00:00.000Z'],
    [
      'one second before the early window',
      '0 3 * * *',
      90,
      '2027-03-02T02:58:29Z',
      '2027-03-02T03:00:00.000Z',
    ],
    ['at the start of the early window', '0 3 * * *', 90, '2027-03-02T02:58:30Z', '2027-03-03T03:00:00.000Z'],
    ['at the scheduled time', '0 3 * * *', 90, '2027-03-02T03:00:00Z', '2027-03-03T03:00:00.000Z'],
    ['within the grace', '0 3 * * *', 90, '2027-03-02T03:01:30Z', '2027-03-03T03:00:00.000Z'],
    ['long after', '0 3 * * *', 90, '2027-03-04T09:00:00Z', '2027-03-05T03:00:00.000Z'],
    ['before a tenth of a short gap', '*/5 * * * *', 90, '2027-03-01T12:04:29Z', '2027-03-01T12:05:00.000Z'],
    ['within a tenth of a short gap', '*/5 * * * *', 90, '2027-03-01T12:04:30Z', '2027-03-01T12:10:00.000Z'],
    ['early under a wide grace', '0 3 * * *', 3_600, '2027-03-02T02:00:00Z', '2027-03-03T03:00:00.000Z'],
  ])('%s expects the right run next', async (_when, cron, graceSec, pingAt, next) => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    const bob = await own.guest();
    const { id } = await scheduled(bob, { cron, grace_sec: graceSec });
    moveTo(own, pingAt);

    await own.ping(id);

    expect(await detail(bob, id)).toMatchObject({ next_expected_at: next, state: 'ok' });
  });

  it('that starts or fails moves no deadline', async () => {
    await using own = await startAt('2027-03-02T02:59:00Z');
    const bob = await own.guest();
    const { id } = await scheduled(bob, {});

    await own.call('GET', `/in/${id}/start`);
    await own.fail(id);

    expect(await detail(bob, id)).toMatchObject({
      next_expected_at: '2027-03-02T03:00:00.000Z',
      last_event_at: null,
    });
  });
});

describe('silence of a scheduled monitor', () => {
  it('is alerted on one second after the grace, once, and recovers with the next run', async () => {
    await using own = await startAt('2027-03-01T03:00:05Z');
    await using receiver = await startReceiver();
    const bob = await own.guest();
    const { id } = await scheduled(bob, { grace_sec: 600, alert_url: receiver.url });
    await own.ping(id);

    moveTo(own, '2027-03-02T03:10:00Z');
    await own.check();
    expect((await detail(bob, id))['state']).toBe('ok');
    expect(receiver.received).toEqual([]);

    own.clock.advance(1);
    expect((await detail(bob, id))['state']).toBe('late');
    await own.check();
    await own.check();
    expect(receiver.received.map(({ json }) => json)).toMatchObject([
      {
        type: 'service.miss',
        reason: 'silence',
        down_since: '2027-03-02T03:10:00.000Z',
        next_expected_at: '2027-03-02T03:00:00.000Z',
        cron: '0 3 * * *',
        tz: 'UTC',
        grace_sec: 600,
        hint: null,
      },
    ]);

    moveTo(own, '2027-03-03T03:00:02Z');
    await own.ping(id);
    await own.check();
    expect(receiver.received.slice(1).map(({ json }) => [json['type'], json['downtime_sec']])).toEqual([
      ['service.recovery', 85_802],
    ]);
    expect(own.logged).toEqual([]);
  });

  it('of a monitor that never pinged is no miss', async () => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    await using receiver = await startReceiver();
    const bob = await own.guest();
    const { id } = await scheduled(bob, { alert_url: receiver.url });

    moveTo(own, '2027-03-05T12:00:00Z');
    await own.check();

    expect(await detail(bob, id)).toMatchObject({ state: 'waiting', miss_count: 0 });
    expect(receiver.received).toEqual([]);
  });

  it('is judged at the first scheduled time after a pause', async () => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    await using receiver = await startReceiver();
    const bob = await own.guest();
    const { id } = await scheduled(bob, { alert_url: receiver.url });
    await own.ping(id);
    await patched(bob, id, { paused_until: '2027-03-03T10:00:00Z' });

    moveTo(own, '2027-03-03T09:59:59Z');
    await own.check();
    expect((await detail(bob, id))['state']).toBe('paused');
    moveTo(own, '2027-03-04T03:01:30Z');
    await own.check();
    expect((await detail(bob, id))['state']).toBe('ok');
    expect(receiver.received).toEqual([]);

    own.clock.advance(1);
    await own.check();
    expect(receiver.received.map(({ json }) => [json['reason'], json['down_since']])).toEqual([
      ['silence', '2027-03-04T03:01:30.000Z'],
    ]);
    expect(await detail(bob, id)).toMatchObject({ state: 'late', miss_count: 1 });
  });

  itThorough('is judged at the first scheduled time after a pause that was ended early', async () => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    const bob = await own.guest();
    const { id } = await scheduled(bob, { cron: '0 * * * *' });
    await own.ping(id);
    await patched(bob, id, { paused_until: '2027-03-01T15:30:00Z' });
    moveTo(own, '2027-03-01T14:10:00Z');
    await patched(bob, id, { paused_until: null });

    moveTo(own, '2027-03-01T15:01:30Z');
    expect((await detail(bob, id))['state']).toBe('ok');
    own.clock.advance(1);
    expect((await detail(bob, id))['state']).toBe('late');
  });
});

describe('a clock change', () => {
  it('puts a run of 02:30 in New York at the end of the gap on 14 March, and back the day after', async () => {
    await using own = await startAt('2027-03-13T08:00:00Z');
    await using receiver = await startReceiver();
    const bob = await own.guest();
    const monitor = await scheduled(bob, {
      cron: '30 2 * * *',
      tz: 'America/New_York',
      grace_sec: 300,
      alert_url: receiver.url,
    });
    const { id } = monitor;
    expect(monitor['next_expected_at']).toBe('2027-03-14T07:00:00.000Z');
    expect((await detail(bob, id))['next_runs'].slice(0, 3)).toEqual([
      '2027-03-14T07:00:00.000Z',
      '2027-03-15T06:30:00.000Z',
      '2027-03-16T06:30:00.000Z',
    ]);
    await own.ping(id);

    moveTo(own, '2027-03-14T07:05:00Z');
    await own.check();
    expect(receiver.received).toEqual([]);
    await own.ping(id);
    expect(await detail(bob, id)).toMatchObject({
      state: 'ok',
      next_expected_at: '2027-03-15T06:30:00.000Z',
      miss_count: 0,
    });

    moveTo(own, '2027-03-15T06:35:00Z');
    await own.check();
    expect(receiver.received).toEqual([]);
    own.clock.advance(1);
    await own.check();
    expect(receiver.received.map(({ json }) => json['down_since'])).toEqual(['2027-03-15T06:35:00.000Z']);
  });

  it('runs a job of 01:30 in New York once on the night whose hour comes twice', async () => {
    await using own = await startAt('2027-11-06T12:00:00Z');
    const bob = await own.guest();
    const { id } = await scheduled(bob, { cron: '30 1 * * *', tz: 'America/New_York' });

    expect((await detail(bob, id))['next_runs'].slice(0, 2)).toEqual([
      '2027-11-07T05:30:00.000Z',
      '2027-11-08T06:30:00.000Z',
    ]);
  });
});

describe('a hint', () => {
  it('names the zone a host keeps, in the detail and in the miss alert, and its patch mends it', async () => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    await using receiver = await startReceiver();
    const bob = await own.guest();
    const { id } = await scheduled(bob, { alert_url: receiver.url });
    // The host reads 03:00 in São Paulo, three hours behind UTC.
    for (const day of ['02', '03', '04', '05']) {
      moveTo(own, `2027-03-${day}T06:00:02Z`);
      await own.ping(id);
    }

    const { hint } = await detail(bob, id);
    expect(hint).toMatchObject({ kind: 'zone', patch: { tz: 'America/Sao_Paulo' } });
    expect(hint.detail).toContain('3 hours after');
    moveTo(own, '2027-03-06T03:01:31Z');
    await own.check();
    const miss = receiver.received[0]?.json;
    expect(miss).toMatchObject({ reason: 'silence', hint: expect.stringContaining('America/Sao_Paulo') });

    expect(await patched(bob, id, hint.patch)).toMatchObject({
      tz: 'America/Sao_Paulo',
      next_expected_at: '2027-03-06T06:00:00.000Z',
    });
    moveTo(own, '2027-03-06T06:00:02Z');
    await own.ping(id);
    expect(await detail(bob, id)).toMatchObject({ state: 'ok', hint: null });
  });

  itThorough(
    'is not in the alert of a host that has just been mended: its newest ping is on time',
    async () => {
      await using own = await startAt('2027-03-01T12:00:00Z');
      await using receiver = await startReceiver();
      const bob = await own.guest();
      const { id } = await scheduled(bob, { alert_url: receiver.url });
      for (const at of ['02T06:00:02Z', '03T06:00:02Z', '04T06:00:02Z', '05T03:00:02Z']) {
        moveTo(own, `2027-03-${at}`);
        await own.ping(id);
      }

      moveTo(own, '2027-03-06T03:01:31Z');
      await own.check();

      expect(receiver.received.at(-1)?.json).toMatchObject({ reason: 'silence', hint: null });
    },
  );

  itThorough('is not in the alert of a failure or a recovery, whatever the pings say', async () => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    await using receiver = await startReceiver();
    const bob = await own.guest();
    const { id } = await scheduled(bob, { alert_url: receiver.url });
    const ping = async (at: string, path = '') => {
      moveTo(own, at);
      await own.call('GET', `/in/${id}${path}`);
    };
    for (const day of ['02', '03', '04', '05']) await ping(`2027-03-${day}T06:00:02Z`);
    moveTo(own, '2027-03-06T03:01:31Z');
    await own.check();

    await ping('2027-03-06T06:00:02Z');
    await own.check();
    expect((await detail(bob, id))['hint']).toMatchObject({ kind: 'zone' });
    await ping('2027-03-06T06:00:03Z', '/fail');
    await own.check();

    expect(receiver.received.map(({ json }) => [json['type'], json['reason'], json['hint']])).toEqual([
      ['service.miss', 'silence', expect.stringContaining('America/Sao_Paulo')],
      ['service.recovery', 'silence', null],
      ['service.miss', 'fail', null],
    ]);
  });

  it('says that a clock runs ahead, with the grace that lets it', async () => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    const bob = await own.guest();
    const { id } = await scheduled(bob, { grace_sec: 30 });
    for (const day of ['02', '03', '04', '05']) {
      moveTo(own, `2027-03-${day}T02:59:15Z`);
      await own.ping(id);
    }

    const { hint } = await detail(bob, id);

    expect(hint).toMatchObject({ kind: 'early' });
    expect(hint.patch.grace_sec).toBeGreaterThanOrEqual(45);
    expect((await patched(bob, id, hint.patch))['grace_sec']).toBe(hint.patch.grace_sec);
    expect((await detail(bob, id))['hint']).toBeNull();
  });

  it('is null while pings are on time, and absent without a schedule', async () => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    const bob = await own.guest();
    const { id } = await scheduled(bob, {});
    const plain = await bob.createMonitor();
    for (const day of ['02', '03', '04', '05']) {
      moveTo(own, `2027-03-${day}T03:00:20Z`);
      await own.ping(id);
    }

    expect((await detail(bob, id))['hint']).toBeNull();
    expect(await detail(bob, plain['id'])).not.toHaveProperty('hint');
  });
});

describe('a zone', () => {
  it('is kept as the zone database spells it', async () => {
    expect(await scheduled(alice, { tz: 'america/sao_paulo' })).toMatchObject({ tz: 'America/Sao_Paulo' });
    expect(await scheduled(alice, { tz: 'utc' })).toMatchObject({ tz: 'UTC' });
  });

  itThorough('that was stored before abbreviations were refused goes on', async () => {
    await using own = await startAt('2027-03-01T12:00:00Z');
    const bob = await own.guest();
    const { id } = await scheduled(bob, { alert_url: 'http://127.0.0.1:1/hook' });
    const { table } = own.core;
    const stored = await getMonitor(table, id);
    if (!stored) throw new Error('The monitor is not stored.');
    // What the service stored for `tz: EST` until then: 03:00 there is 08:00 UTC.
    const nextExpectedAt = Date.parse('2027-03-02T08:00:00Z');
    await replaceMonitor(table, stored, { ...stored, tz: 'EST', nextExpectedAt });

    expect(await patched(bob, id, { name: 'renamed' })).toMatchObject({ tz: 'EST' });
    expect(await patched(bob, id, { tz: 'EST', cron: '0 3 * * *' })).toMatchObject({
      tz: 'EST',
      next_expected_at: '2027-03-02T08:00:00.000Z',
    });
    expect(await patched(bob, id, { cron: '0 4 * * *' })).toMatchObject({
      tz: 'EST',
      next_expected_at: '2027-03-02T09:00:00.000Z',
    });
    expect((await own.ping(id)).status).toBe(200);
    moveTo(own, '2027-03-02T09:05:00Z');
    expect(await own.check()).toMatchObject({ checked: 1 });
    expect(await detail(bob, id)).toMatchObject({ tz: 'EST', state: 'late' });
  });
});

describe('a schedule is refused, and nothing written', () => {
  let id: unknown;
  beforeAll(async () => {
    ({ id } = await scheduled(alice, {}));
  });

  it.each([
    ['cron_invalido', { cron: '' }, ['cron']],
    ['cron_invalido', { cron: '* * * *' }, ['cron']],
    ['cron_invalido', { cron: '0 0 3 * * *' }, ['cron']],
    ['cron_invalido', { cron: '60 * * * *' }, ['60']],
    ['cron_invalido', { cron: '0 24 * * *' }, ['24']],
    ['cron_invalido', { cron: '0 0 0 * *' }, ['cron']],
    ['cron_invalido', { cron: '0 0 * 13 *' }, ['13']],
    ['cron_invalido', { cron: '0 0 * * 8' }, ['8']],
    ['cron_invalido', { cron: '5-1 * * * *' }, ['5-1']],
    ['cron_invalido', { cron: '*/0 * * * *' }, ['cron']],
    ['cron_invalido', { cron: '5/15 * * * *' }, ['5/15']],
    ['cron_invalido', { cron: '0 0 L * *' }, ['L']],
    ['cron_invalido', { cron: '@daily' }, ['cron']],
    ['cron_invalido', { cron: 5 }, ['cron', '5']],
    ['tz_invalida', { tz: 'Mars/Olympus' }, ['tz', 'Mars/Olympus']],
    ['tz_invalida', { tz: '' }, ['tz']],
    ['tz_invalida', { tz: '+03:00' }, ['tz', '+03:00']],
    ['tz_invalida', { tz: 3 }, ['tz', '3']],
    ['tz_invalida', { tz: 'BST' }, ['tz', 'BST', 'Europe/London']],
    ['tz_invalida', { tz: 'EST5EDT' }, ['tz', 'EST5EDT', 'America/New_York']],
    ['cron_sem_ocorrencia', { cron: '0 0 30 2 *' }, ['0 0 30 2 *']],
    ['cron_sem_ocorrencia', { cron: '0 0 31 4,6,9,11 *' }, ['0 0 31 4,6,9,11 *']],
    ['grace_invalido', { grace_sec: 29 }, ['grace_sec', '30', '29']],
    ['grace_invalido', { grace_sec: 86_401 }, ['grace_sec', '86400', '86401']],
    ['grace_invalido', { grace_sec: 90.5 }, ['grace_sec', '90.5']],
    ['grace_invalido', { grace_sec: '90' }, ['grace_sec', '"90"']],
    ['cron_ou_interval', { interval_sec: 300 }, ['cron', 'interval_sec']],
  ])('%s: %j', async (error, fields, names) => {
    const body = { name: 'nightly backup', cron: '0 3 * * *', ...fields };
    const refused = { status: 400, error, names };

    await expectNothingWritten(service, () => alice.call('POST', '/api/endpoints', body), refused);
    await expectNothingWritten(service, () => alice.patch(id, fields), refused);
  });

  it('29 February is refused until it comes within 366 days', async () => {
    await using own = await startAt('2028-02-29T00:00:00Z');
    const bob = await own.guest();
    const leap = () =>
      bob.call('POST', '/api/endpoints', { name: 'leap day', cron: '0 0 29 2 *', tz: 'UTC' });

    expectRefusal(await leap(), {
      status: 400,
      error: 'cron_sem_ocorrencia',
      names: ['0 0 29 2 *', '366 days', '2032-02-29T00:00:00.000Z'],
    });

    moveTo(own, '2031-02-28T00:00:00Z');
    const { status, json } = await leap();
    expect([status, json['next_expected_at']]).toEqual([201, '2032-02-29T00:00:00.000Z']);
  });

  it('a grace under 90 s asks for payment in live billing', async () => {
    await using live = await startTestService({ billingMode: 'live' });
    const bob = await live.guest();
    const create = (graceSec: number) => () =>
      bob.call('POST', '/api/endpoints', { name: 'backup', cron: '*/5 * * * *', grace_sec: graceSec });

    await expectNothingWritten(live, create(89), {
      status: 402,
      error: 'pagamento_necessario',
      names: ['grace'],
    });
    expect((await create(90)()).status).toBe(201);
  });
});
