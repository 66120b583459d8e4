import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../../functions/checker/checker.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { getCheckerState } from '../../../lib/data/monitors/checker-state.ts';
import { duePartition } from '../../../lib/data/due-index.ts';
import { monitorKey } from '../../../lib/data/keys.ts';
import { checkWithQueueDown, ledgerOf, noChecks } from '../../support/alerts/alerting.ts';
import { watchCapacity } from '../../support/table/capacity.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const receiver = fresh(startReceiver);
afterEach(() => alice.removeAll());

const create = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await alice.createMonitor({ interval_sec: 300, alert_url: receiver.url, ...fields }))['id'];
const ping = (id: string, path = '') => service.call('POST', `/in/${id}${path}`);
const told = () =>
  receiver.received.map(({ json }) => [json['type'].replace('service.', ''), json['reason']].join(' '));
const later = (seconds: number) => new Date(service.clock.now() + seconds * 1000).toISOString();

describe('silence', () => {
  it('is told one second after the interval, not at it, with the true instant', async () => {
    const id = await create();
    await ping(id);
    const deadline = later(300);

    service.clock.advance(300);
    await service.check();
    expect(told()).toEqual([]);
    service.clock.advance(1);
    await service.check();

    expect(told()).toEqual(['miss silence']);
    expect(receiver.received[0]?.json).toMatchObject({
      endpoint_id: id,
      name: 'nightly backup',
      down_since: deadline,
      alert: 1,
      incident: 1,
      miss_count: 1,
    });
    expect(await alice.read(id)).toMatchObject({ state: 'late', miss_count: 1, alerted_at: later(0) });
  });

  it('of a schedule is told after the scheduled time and its grace', async () => {
    const id = await create({ interval_sec: undefined, cron: '0 * * * *', grace_sec: 120 });
    await ping(id);
    const { next_expected_at: next } = await alice.read(id);
    const untilNext = (Date.parse(next) - service.clock.now()) / 1000;

    service.clock.advance(untilNext + 120);
    await service.check();
    expect(told()).toEqual([]);
    service.clock.advance(1);
    await service.check();

    expect(told()).toEqual(['miss silence']);
    expect(receiver.received[0]?.json).toMatchObject({
      cron: '0 * * * *',
      grace_sec: 120,
      next_expected_at: next,
    });
  });

  it('of a monitor that never pinged is never told', async () => {
    const id = await create();

    service.clock.advance(30 * 86_400);
    await service.check();

    expect(told()).toEqual([]);
    expect(await alice.read(id)).toMatchObject({ state: 'waiting', miss_count: 0 });
  });

  it('is told again at the cap and not a second before', async () => {
    const id = await create({ alert_repeat_sec: 3_600 });
    await ping(id);
    service.clock.advance(301);
    await service.check();
    service.clock.advance(3_599);
    await service.check();
    expect(told()).toHaveLength(1);

    service.clock.advance(1);
    await service.check();
    await service.check();

    expect(told()).toEqual(['miss silence', 'miss silence']);
    expect(receiver.received.map(({ json }) => [json['incident'], json['alert']])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect((await alice.read(id))['miss_count']).toBe(1);
  });

  it('is told once a day unless asked otherwise', async () => {
    const id = await create();
    await ping(id);
    service.clock.advance(301);
    await service.check();

    service.clock.advance(86_399);
    await service.check();
    expect(told()).toHaveLength(1);
    service.clock.advance(1);
    await service.check();

    expect(told()).toHaveLength(2);
  });

  itThorough('is told once by two checks that run at the same time', async () => {
    const id = await create();
    await ping(id);
    service.clock.advance(301);

    await Promise.all([service.check(), service.check(), service.check()]);

    expect(told()).toEqual(['miss silence']);
    expect(await ledgerOf(service, id)).toHaveLength(1);
  });
});

describe('failure', () => {
  it('is told at the next check although the monitor is not late', async () => {
    const id = await create();
    await ping(id);
    service.clock.advance(10);
    const failedAt = later(0);
    await ping(id, '/fail');
    service.clock.advance(20);

    await service.check();

    expect(told()).toEqual(['miss fail']);
    expect(receiver.received[0]?.json['down_since']).toBe(failedAt);
    expect(await alice.read(id)).toMatchObject({ alert_pending: null, state: 'ok' });
  });

  it('of a monitor that never pinged is told', async () => {
    await ping(await create(), '/3');

    await service.check();

    expect(told()).toEqual(['miss fail']);
  });

  it('mended before the check is told, then its recovery, in that order', async () => {
    const id = await create();
    await ping(id);
    await ping(id, '/fail');
    const failedAt = later(0);
    service.clock.advance(30);
    await ping(id);
    expect((await alice.read(id))['alert_pending']).toBe('fail');

    await service.check();

    expect(told()).toEqual(['miss fail', 'recovery fail']);
    expect(receiver.received[1]?.json).toMatchObject({
      down_since: failedAt,
      recovered_at: later(0),
      downtime_sec: 30,
    });
    expect((await alice.read(id))['alert_pending']).toBeNull();
  });

  it('repeated within the cap is one incident with one alert', async () => {
    const id = await create();
    await ping(id);
    for (let turn = 0; turn < 3; turn++) {
      await ping(id, '/fail');
      service.clock.advance(60);
      await service.check();
    }

    expect(told()).toEqual(['miss fail']);
  });

  it('and silence of one incident share the cap', async () => {
    const id = await create();
    await ping(id);
    await ping(id, '/fail');
    await service.check();
    service.clock.advance(400);
    await service.check();

    expect(told()).toEqual(['miss fail']);
    expect(await alice.read(id)).toMatchObject({ state: 'late', miss_count: 1 });
  });
});

describe('a run that is too long', () => {
  it('is told one second after its limit, with its rid', async () => {
    const id = await create({ max_duration_sec: 60, interval_sec: 3_600 });
    await ping(id, '/start?rid=run-7');
    const limit = later(60);

    service.clock.advance(60);
    await service.check();
    expect(told()).toEqual([]);
    service.clock.advance(1);
    await service.check();

    expect(told()).toEqual(['miss too_long']);
    expect(receiver.received[0]?.json).toMatchObject({
      run_id: 'run-7',
      down_since: limit,
      max_duration_sec: 60,
    });
  });

  it('that ended in time is not told', async () => {
    const id = await create({ max_duration_sec: 60 });
    await ping(id, '/start');
    service.clock.advance(59);
    await ping(id);
    service.clock.advance(2);

    await service.check();

    expect(told()).toEqual([]);
  });

  it('recovers when it ends', async () => {
    const id = await create({ max_duration_sec: 60, interval_sec: 3_600 });
    await ping(id, '/start');
    service.clock.advance(61);
    await service.check();
    service.clock.advance(9);
    await ping(id);

    await service.check();

    expect(told()).toEqual(['miss too_long', 'recovery too_long']);
    expect(receiver.received[1]?.json['downtime_sec']).toBe(10);
  });
});

describe('recovery', () => {
  it('is told at the check after the ping, once', async () => {
    const id = await create();
    await ping(id);
    service.clock.advance(301);
    await service.check();
    await ping(id);
    expect(told()).toHaveLength(1);
    expect((await alice.read(id))['alert_pending']).toBe('recovery');

    await service.check();
    await service.check();

    expect(told()).toEqual(['miss silence', 'recovery silence']);
  });

  itThorough(
    'is told, and the next incident too, when all checks read the clock at one instant',
    async () => {
      const id = await create({ interval_sec: 3_600 });
      await ping(id);
      for (const path of ['/fail', '', '/fail']) {
        await ping(id, path);
        await service.check();
      }

      expect(told()).toEqual(['miss fail', 'recovery fail', 'miss fail']);
      expect(service.logged.splice(0)).toEqual([]);
    },
  );

  itThorough(
    'is told of an incident that an overlapping check of the same instant opened after others',
    async () => {
      const id = await create({ interval_sec: 3_600 });
      await ping(id);
      await ping(id, '/fail');
      await service.check();
      await ping(id);
      await ping(id, '/fail');
      await service.check();
      await ping(id);
      await service.check();

      expect(told()).toEqual(['miss fail', 'recovery fail', 'miss fail', 'recovery fail']);
      expect(service.logged.splice(0)).toEqual([]);
    },
  );

  it('is not told of a miss that was never alerted', async () => {
    const id = await create();
    await ping(id);
    service.clock.advance(301);
    await ping(id);

    await service.check();

    expect(told()).toEqual([]);
    expect((await alice.read(id))['miss_count']).toBe(1);
  });

  it('is followed by a new incident with the next silence, whatever the cap', async () => {
    const id = await create();
    await ping(id);
    service.clock.advance(301);
    await service.check();
    await ping(id);
    await service.check();
    service.clock.advance(301);

    await service.check();

    expect(told()).toEqual(['miss silence', 'recovery silence', 'miss silence']);
    expect(receiver.received[2]?.json).toMatchObject({ incident: 2, alert: 1, miss_count: 2 });
  });
});

describe('a pause', () => {
  it('keeps silence, failures and long runs to itself', async () => {
    const id = await create({ max_duration_sec: 60 });
    await ping(id);
    await alice.patch(id, { paused_until: later(7_200) });
    await ping(id, '/start');
    await ping(id, '/fail');
    service.clock.advance(7_000);

    await service.check();

    expect(told()).toEqual([]);
    expect((await alice.read(id))['state']).toBe('paused');
  });

  it('that ends gives the job a whole interval', async () => {
    const id = await create();
    await ping(id);
    await alice.patch(id, { paused_until: later(7_200) });
    service.clock.advance(7_200 + 300);
    await service.check();
    expect(told()).toEqual([]);

    service.clock.advance(1);
    await service.check();

    expect(told()).toEqual(['miss silence']);
  });

  itThorough('taken back gives the job a whole interval from then on', async () => {
    const id = await create();
    await ping(id);
    await alice.patch(id, { paused_until: later(7_200) });
    service.clock.advance(1_000);
    await alice.patch(id, { paused_until: null });
    service.clock.advance(300);
    await service.check();
    expect(told()).toEqual([]);

    service.clock.advance(1);
    await service.check();

    expect(told()).toEqual(['miss silence']);
  });
});

describe('a check', () => {
  it('writes a miss that can be told to nobody into the ledger as undeliverable', async () => {
    const id = await create({ alert_url: null });
    await ping(id);
    service.clock.advance(301);

    expect(await service.check()).toEqual({ checked: 1, sent: 0, failed: 0 });

    expect(await ledgerOf(service, id)).toMatchObject([
      { channel: 'none', state: 'undeliverable', content: { reason: 'silence' } },
    ]);
    await ping(id);
    await service.check();
    expect(await ledgerOf(service, id)).toHaveLength(1);
  });

  it('sends again what a queue that was down did not take, once', async () => {
    const id = await create();
    await ping(id);
    service.clock.advance(301);
    await checkWithQueueDown(service);
    expect(service.logged.splice(0)).toEqual(['queue_unavailable']);
    await service.drain();
    expect(told()).toEqual([]);
    expect(await ledgerOf(service, id)).toMatchObject([{ state: 'pending', requeued: 0 }]);

    service.clock.advance(300);
    await service.check();

    expect(told()).toEqual(['miss silence']);
    expect(await ledgerOf(service, id)).toMatchObject([{ state: 'sent', requeued: 1, dueAt: null }]);
    service.clock.advance(3_600);
    await service.check();
    expect(told()).toHaveLength(1);
  });

  it('reads no monitor that is not due', async () => {
    for (let count = 0; count < 5; count++) await ping(await create({ interval_sec: 3_600 }));
    await service.check();
    const calls = watchCapacity(service);

    expect((await service.check()).checked).toBe(0);

    expect(calls.filter(({ command }) => command.startsWith('BatchGet'))).toEqual([]);
    service.core.table.client.middlewareStack.remove('watchCapacity');
  });

  it('goes on with the others when one monitor cannot be judged', async () => {
    const { table } = service.core;
    const key = monitorKey('0'.repeat(26));
    const Item = {
      ...key,
      duePk: duePartition(service.core.table, key.pk),
      dueAt: 1,
      active: true,
      cron: 'broken',
      lastEventAt: 1,
      rev: 0,
    };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    const id = await create();
    await ping(id);
    service.clock.advance(301);

    const report = await service.check();

    expect(report).toMatchObject({ sent: 1, failed: 1 });
    expect(service.logged.splice(0)).toEqual(['check_failed']);
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...key } }));
  });

  itThorough('leaves what its time does not suffice for to the next one', async () => {
    const id = await create();
    await ping(id);
    service.clock.advance(301);
    const queue = openQueue(service.core.config);

    const deps = { ...service.core, queue, checks: noChecks, metrics: noMetrics };
    const report = await runCheck(deps, () => false);

    expect(report).toMatchObject({ checked: 0, finished: false });
    await service.check();
    expect(told()).toEqual(['miss silence']);
  });

  it('notes when it began and when it went through', async () => {
    await service.check();

    const now = service.clock.now();
    expect(await getCheckerState(service.core.table)).toMatchObject({ startedAt: now, finishedAt: now });
  });
});
