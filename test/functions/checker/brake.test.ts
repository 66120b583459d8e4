import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { isThorough } from '../../../bin/long-tests.ts';
import { runCheck } from '../../../functions/checker/checker.ts';
import { newMonitorId } from '../../../lib/adapters/ids.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { putChannelFailureItem } from '../../../lib/data/alerts/channel-failures.ts';
import { createCanary } from '../../../lib/data/monitors/canary.ts';
import { transact } from '../../../lib/data/table.ts';
import { moveWatched, watchedMoves } from '../../../lib/flows/machines/record-sign-of-life.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { checkWithQueueDown, consentPathIn, ledgerOf, noChecks } from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { failing, watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { START_AT, startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { casesOf, itThorough, rounds } from '../../support/thorough.ts';

const service = fresh(startTestService);
const receiver = fresh(startReceiver);
const alice = fresh(() => service.guest());

const create = async (fields: Record<string, unknown> = {}, owner = alice): Promise<string> =>
  (await owner.createMonitor({ interval_sec: 300, alert_url: receiver.url, ...fields }))['id'];
const ping = (id: string, path = '') => service.call('POST', `/in/${id}${path}`);
const monitors = (): Promise<{ id: string }[]> => alice.monitors();
const told = () =>
  receiver.received.map(({ json }) =>
    [json['type'].replace('service.', ''), json['name'], json['reason']].filter(Boolean).join(' '),
  );
/** An instant so many seconds after the start of the service. */
const after = (seconds: number) => new Date(START_AT + seconds * 1000).toISOString();

/** The ingest path was out for so long; then the canary is heard again, and the service checks. */
async function out(seconds: number): Promise<void> {
  service.clock.sleep(seconds);
  await service.canary();
  await service.check();
}

/** Nothing is out for so long, the canary pings every minute; nobody checks. */
async function listen(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 60) {
    service.clock.sleep(Math.min(60, left));
    await service.canary();
  }
}

/** Has nothing of ours reach us, neither the canary nor what a check asks, while something is done. */
async function unreachable<T>(work: () => Promise<T>): Promise<T> {
  const { config } = service.core;
  const { pingNames } = config;
  config.pingNames = { origins: ['http://127.0.0.1:9'] };
  try {
    return await work();
  } finally {
    config.pingNames = pingNames;
  }
}

/** Nothing is out for so long; then the service checks. */
async function on(seconds: number): Promise<void> {
  await listen(seconds);
  await service.check();
}

/** Checks every five minutes of so many; the path is open, nothing reaches us, or the canary alone is broken. */
async function minutes(
  count: number,
  path: 'open' | 'lost' | 'canary broken',
  eachTick = async () => {},
): Promise<void> {
  for (let minute = 1; minute <= count; minute++) {
    service.clock.sleep(60);
    // It fails where one of several names is lost.
    if (path === 'open') await service.canary().catch(() => {});
    if (minute % 5 !== 0) continue;
    await eachTick();
    await (path === 'lost' ? unreachable(service.check) : service.check());
  }
}

describe('an ingest path that was out for half an hour', () => {
  beforeEach(async () => void (await service.canary()));

  it('tells no silence of that time, counts no miss and moves the deadline by its length', async () => {
    const id = await create({ interval_sec: 600 });
    await ping(id);
    await service.check();

    await out(1_800);

    expect(told()).toEqual([]);
    expect(await alice.read(id)).toMatchObject({
      state: 'ok',
      miss_count: 0,
      last_check_at: after(1_800),
      blind_window: { from: after(0), to: after(1_800) },
    });
  });

  it('tells a job that stays silent after the moved deadline, and not at it', async () => {
    const id = await create({ interval_sec: 600 });
    await ping(id);
    await service.check();
    await out(1_800);

    await on(600);
    expect(told()).not.toContain('miss nightly backup silence');
    await on(1);

    expect(told()).toContain('miss nightly backup silence');
    expect(receiver.received.at(-1)?.json).toMatchObject({ down_since: after(2_400), miss_count: 1 });
    expect(receiver.received.at(-1)?.json).toMatchObject({
      not_heard: { from: after(0), to: after(1_800) },
      text: expect.stringContaining('from 2027-03-01 12:00:00 UTC to 2027-03-01 12:30:00 UTC'),
    });
  });

  itThorough('tells nothing of a job that pings again, and moves its deadline no more', async () => {
    const id = await create({ interval_sec: 1_200 });
    await ping(id);
    await service.check();
    await out(1_800);
    service.clock.sleep(300);
    await ping(id);

    await on(300);
    await on(600);

    expect(told()).toEqual(['blind']);
    expect(await alice.read(id)).toMatchObject({ state: 'ok', miss_count: 0 });
  });

  it.each(
    casesOf(1, [
      ['after the canary', async () => void (await service.canary())],
      ['before the canary', async () => {}],
    ]),
  )('counts no miss for a job that is back %s, and before the first check', async (_, first) => {
    const id = await create({ interval_sec: 600 });
    await ping(id);
    await service.check();
    service.clock.sleep(1_800);
    await first();

    await ping(id);

    expect(await alice.read(id)).toMatchObject({ state: 'ok', miss_count: 0 });
    await service.check();
    expect(await alice.read(id)).toMatchObject({ state: 'ok', miss_count: 0 });
  });

  itThorough('leaves the miss of a job whose deadline passed while we could hear', async () => {
    const id = await create({ interval_sec: 60 });
    await ping(id);
    await on(61);
    await ping(id);
    await listen(240);
    await ping(id);

    expect(await alice.read(id)).toMatchObject({ miss_count: 2 });
  });

  it('is shown by health and detail before the next check', async () => {
    const id = await create();
    await service.check();
    service.clock.sleep(200);

    const lasting = { blind_window: { from: after(0), to: null } };
    expect((await service.call('GET', '/api/health')).json).toMatchObject(lasting);
    expect(await alice.read(id)).toMatchObject(lasting);
    await service.canary();
    const over = { last_check_at: after(0), blind_window: { from: after(0), to: after(200) } };
    expect((await service.call('GET', '/api/health')).json).toMatchObject(over);
  });

  itThorough('tells a job whose deadline passed before or after it as always', async () => {
    const early = await create({ name: 'early', interval_sec: 60 });
    await ping(early);
    await on(61);
    const late = await create({ name: 'late', cron: '35 12 * * *', grace_sec: 30, interval_sec: undefined });
    await ping(late);
    expect(told()).toEqual(['miss early silence']);

    await out(1_800);
    await on(271);

    expect(told()).toEqual(['miss early silence', 'miss late silence']);
  });

  it('tells a failure and a run that is too long at the first check', async () => {
    const failed = await create({ name: 'failed', interval_sec: 600 });
    const stuck = await create({ name: 'stuck', interval_sec: 600, max_duration_sec: 60 });
    for (const id of [failed, stuck]) await ping(id);
    await service.check();
    await ping(stuck, '/start');
    await ping(failed, '/fail');

    await out(1_800);

    expect(told().sort()).toEqual(['miss failed fail', 'miss stuck too_long']);
  });

  itThorough('leaves a silence alone that was told before', async () => {
    const id = await create({ interval_sec: 60, alert_repeat_sec: 3_600 });
    await ping(id);
    await on(61);
    expect(told()).toEqual(['miss nightly backup silence']);

    await out(3_600);

    expect(told()).toEqual(['miss nightly backup silence', 'miss nightly backup silence']);
    expect(await alice.read(id)).toMatchObject({ state: 'late', miss_count: 1 });
  });
});

describe('the notice of a blind window', () => {
  beforeEach(async () => void (await service.canary()));

  it('goes to each owner once, however many monitors were due, and to none without one that alerts', async () => {
    const bob = await service.guest();
    const carol = await service.guest();
    await using bobs = await startReceiver();
    await using carols = await startReceiver();
    const due = await Promise.all([
      create({ name: 'one', interval_sec: 1_200 }),
      create({ name: 'two', interval_sec: 1_500 }),
      create({ name: 'three', interval_sec: 1_799 }),
      create({ alert_url: bobs.url, interval_sec: 1_200 }, bob),
      create({ alert_url: bobs.url, interval_sec: 1_200 }, bob),
      create({ alert_url: null, interval_sec: 1_200 }, carol),
    ]);
    const notDue = await create({ alert_url: carols.url, interval_sec: 7_200 }, carol);
    await Promise.all([...due, notDue].map((id) => ping(id)));
    await service.check();
    await out(1_800);
    await Promise.all(due.map((id) => ping(id)));

    for (let check = 0; check < 3; check++) await on(300);

    expect(told()).toEqual(['blind']);
    expect(receiver.received[0]?.json).toMatchObject({
      type: 'service.blind',
      blind_from: after(0),
      blind_to: after(1_800),
      blind_sec: 1_800,
    });
    expect(bobs.received.map(({ json }) => json['type'])).toEqual(['service.blind']);
    expect(bobs.received[0]?.headers['webhook-id']).not.toBe(receiver.received[0]?.headers['webhook-id']);
    expect(carols.received).toEqual([]);
  });

  it('goes by mail to an address that is confirmed, and by no webhook then', async () => {
    const id = await create({ alert_to: 'alice@example.com', interval_sec: 1_200 });
    await service.drain();
    await confirm('alice@example.com');
    await ping(id);
    await service.check();
    await out(1_800);
    await ping(id);

    await on(300);

    const [mail] = service.mailbox.messages();
    expect(mail?.subject).toBe('Rollcall could not receive pings for 30 min');
    expect(mail?.text).toContain('From: 2027-03-01 12:00:00 UTC\nTo: 2027-03-01 12:30:00 UTC');
    expect(told()).toEqual([]);
  });

  itThorough('goes by webhook when the address is not confirmed', async () => {
    const id = await create({ alert_to: 'alice@example.com', interval_sec: 1_200 });
    await ping(id);
    await service.check();
    await out(1_800);
    await ping(id);

    await on(300);

    expect(told()).toEqual(['blind']);
  });

  itThorough.each([
    ['deleted', (id: string) => alice.remove(id)],
    ['muted', (id: string) => alice.patch(id, { alert_url: null })],
  ])('goes through another monitor when the one that was due is %s meanwhile', async (_, change) => {
    const due = await create({ interval_sec: 1_200 });
    const other = await create({ name: 'other', interval_sec: 7_200 });
    await Promise.all([ping(due), ping(other)]);
    await service.check();
    await out(1_800);
    await change(due);

    for (let check = 0; check < 2; check++) await on(300);

    expect(told()).toEqual(['blind']);
    expect(await ledgerOf(service, other)).toMatchObject([{ content: { kind: 'blind' }, state: 'sent' }]);
  });

  itThorough(
    'is told although the write of the excuse was lost, and the job was heard before the next check',
    async () => {
      const id = await create({ interval_sec: 1_200 });
      await ping(id);
      await service.check();
      service.clock.sleep(1_800);
      await service.canary();
      const { client } = service.core.table;
      const isExcuse = (command: unknown) =>
        command instanceof PutCommand && command.input.Item?.['sk'] === 'MON';
      const losing = new Proxy(client, {
        get: (target, name) =>
          name === 'send'
            ? (command: never) =>
                isExcuse(command) ? Promise.reject(new Error('Lost.')) : target.send(command)
            : Reflect.get(target, name),
      });
      const queue = openQueue(service.core.config);
      const deps = {
        ...service.core,
        table: { ...service.core.table, client: losing },
        queue,
        checks: noChecks,
        metrics: noMetrics,
      };
      expect(await runCheck(deps, () => true)).toMatchObject({ failed: 1 });

      await ping(id);
      for (let check = 0; check < 2; check++) await on(300);

      expect(told()).toEqual(['blind']);
    },
  );

  itThorough.each([
    ['of the same monitor', { alert_to: 'alice@example.com' }, {}],
    ['of another monitor', {}, { alert_to: 'alice@example.com' }],
    ['of another monitor where a mailbox was never confirmed', { alert_to: 'nobody@example.com' }, {}],
  ])('goes by a channel that works, %s, where one fails', async (_, dueFields, otherFields) => {
    await using dead = await startReceiver();
    const due = await create({ interval_sec: 1_200, alert_url: dead.url, ...dueFields });
    const other = await create({ interval_sec: 86_400, ...otherFields });
    await service.drain();
    if (JSON.stringify([dueFields, otherFields]).includes('alice')) await confirm('alice@example.com');
    await Promise.all([ping(due), ping(other)]);
    await service.check();
    const failure = {
      monitorId: due,
      channel: 'webhook',
      since: START_AT,
      detail: 'No.',
      dedupeKey: null,
    } as const;
    await transact(service.core.table, [putChannelFailureItem(service.core.table, failure)]);
    await out(1_800);
    await ping(due);

    await on(300);

    const notices = service.mailbox
      .messages()
      .filter(({ subject }) => subject.includes('could not receive pings'));
    expect([...notices.map(() => 'blind'), ...told()]).toEqual(['blind']);
    expect(dead.received).toEqual([]);
  });

  itThorough('waits where a check knows nothing of the windows', async () => {
    const id = await create({ interval_sec: 1_200 });
    await ping(id);
    await service.check();
    await out(1_800);
    await ping(id);
    const isState = ({ command, input }: TableCall) =>
      command === 'GetItemCommand' && JSON.stringify(input).includes('"CHECKER"');

    await watchingTable(service, { before: failing(isState) }, () => on(300));
    expect(told()).toEqual([]);
    await on(300);

    expect(told()).toEqual(['blind']);
  });

  itThorough('is told once when the queue is down at the check that decides it', async () => {
    const id = await create({ interval_sec: 1_200 });
    await ping(id);
    await service.check();
    await out(1_800);
    await ping(id);
    await listen(300);
    await checkWithQueueDown(service);
    expect(told()).toEqual([]);

    for (let check = 0; check < 3; check++) {
      await ping(id);
      await on(300);
    }

    expect(told()).toEqual(['blind']);
    expect(await ledgerOf(service, id)).toMatchObject([{ content: { kind: 'blind' }, state: 'sent' }]);
  });
});

describe('jobs that cannot reach us', () => {
  it('are not told silent while the canary is not heard, and are when they stay silent after it', async () => {
    const id = await create({ interval_sec: 600 });
    await minutes(5, 'open');
    await ping(id);

    await minutes(20, 'lost');

    expect(told()).toEqual([]);
    expect(await alice.read(id)).toMatchObject({
      state: 'ok',
      miss_count: 0,
      blind_window: { from: after(300), to: null },
    });
    const health = (await service.call('GET', '/api/health')).json;
    expect(health).toMatchObject({
      last_check_at: after(1_500),
      blind_window: { from: after(300), to: null },
    });

    await minutes(30, 'open');

    expect(told()).toEqual(['blind', 'miss nightly backup silence']);
    expect(receiver.received[0]?.json).toMatchObject({ blind_from: after(300), blind_to: after(1_560) });
    expect(receiver.received[1]?.json).toMatchObject({ down_since: after(300 + 600 + 1_260) });
    expect(await alice.read(id)).toMatchObject({ blind_window: { from: after(300), to: after(1_560) } });
  });

  itThorough('do not show as late in between the checks', async () => {
    const id = await create({ interval_sec: 600 });
    await minutes(5, 'open');
    await ping(id);
    const states: string[] = [];

    for (let minute = 1; minute <= 40; minute++) {
      await minutes(1, 'lost');
      if (minute % 5 === 0) await unreachable(service.check);
      if (minute > 14) states.push((await alice.read(id))['state']);
    }

    expect(new Set(states)).toEqual(new Set(['ok']));
    expect(told()).toEqual([]);
  });

  itThorough('and are back before the canary do not hide that it was out', async () => {
    const id = await create({ interval_sec: 300 });
    await minutes(5, 'open');
    await ping(id);
    await minutes(10, 'lost');
    service.clock.sleep(20);
    await ping(id);
    await ping(id, '/fail');
    await service.check();
    expect(await alice.read(id)).toMatchObject({ blind_window: { from: after(300), to: after(920) } });
    service.clock.sleep(40);
    await service.canary();
    await service.check();

    expect(await alice.read(id)).toMatchObject({ blind_window: { from: after(300), to: after(960) } });
  });

  itThorough(
    'are told by the first check that sees again, when their moved deadline has passed',
    async () => {
      const id = await create({ interval_sec: 600 });
      await minutes(5, 'open');
      await ping(id);
      await listen(9 * 60);
      service.clock.sleep(60);
      await service.check();
      await minutes(5, 'lost');
      expect(told()).toEqual([]);

      await minutes(5, 'open');

      expect(told()).toContain('miss nightly backup silence');
    },
  );

  itThorough('are not told silent when the canary has never got through', async () => {
    const id = await create({ interval_sec: 600 });
    await service.check();
    await ping(id);
    await createCanary(service.core.table, newMonitorId(), service.clock.now());

    await minutes(20, 'lost');

    expect(told()).toEqual([]);
    expect(await alice.read(id)).toMatchObject({ state: 'ok', blind_window: { from: after(0), to: null } });
  });

  itThorough('and a checker that was out meanwhile leave one window, told in one notice', async () => {
    const id = await create({ interval_sec: 600 });
    await minutes(5, 'open');
    await ping(id);
    await listen(9 * 60);
    service.clock.sleep(11 * 60);
    await service.check();
    await minutes(15, 'lost');
    await ping(id);
    for (let tick = 0; tick < 3; tick++) {
      await minutes(5, 'open');
      await ping(id);
    }

    expect(told()).toEqual(['blind']);
    expect(receiver.received[0]?.json).toMatchObject({ blind_from: after(840) });
  });

  itThorough('are not told silent when they are heard again with the canary', async () => {
    const id = await create({ interval_sec: 600 });
    await minutes(5, 'open');
    await ping(id);
    await minutes(20, 'lost');

    await minutes(20, 'open', async () => void (await ping(id)));

    expect(told()).toEqual(['blind']);
    expect(await alice.read(id)).toMatchObject({ state: 'ok', miss_count: 0 });
  });

  it('are held for an hour at most; afterwards the owner is told of the window too', async () => {
    const id = await create({ interval_sec: 600 });
    await minutes(5, 'open');
    await ping(id);

    await minutes(70, 'lost');
    expect(told()).toEqual([]);
    await minutes(10, 'lost');
    expect(told()).toEqual(['miss nightly backup silence']);
    expect(receiver.received[0]?.json).toMatchObject({
      down_since: after(4_500),
      not_heard: { from: after(300), to: null },
      text: expect.stringContaining('Pings have not reached Rollcall since 2027-03-01 12:05:00 UTC'),
    });
    expect(await alice.read(id)).toMatchObject({ blind_window: { from: after(300), to: null } });

    await ping(id);
    await minutes(10, 'open', async () => void (await ping(id)));

    // The same check finds both, in no order.
    expect(told().slice(1).sort()).toEqual(['blind', 'recovery nightly backup silence']);
  });

  itThorough(
    'are each held for an hour after their own deadline, however long the canary is out',
    async () => {
      const deadlines = [20, 50, 110];
      for (const minute of deadlines)
        await ping(await create({ name: `due at ${minute}`, interval_sec: (minute - 5) * 60 }));
      await minutes(5, 'open');
      await Promise.all((await monitors()).map(({ id }) => ping(id)));
      const toldAt = new Map<string, number>();

      for (let minute = 10; minute <= 200; minute += 5) {
        await minutes(5, 'lost');
        for (const name of told()) if (!toldAt.has(name)) toldAt.set(name, minute);
      }

      expect(Object.fromEntries(toldAt)).toEqual(
        Object.fromEntries(deadlines.map((minute) => [`miss due at ${minute} silence`, minute + 65])),
      );
    },
  );

  it('are told silent when others are heard: only the canary is broken', async () => {
    const silent = await create({ name: 'silent', interval_sec: 900 });
    const heard = await create({ name: 'heard', interval_sec: 60 });
    await minutes(5, 'open', async () => void (await ping(heard)));
    await ping(silent);

    await minutes(30, 'canary broken', async () => void (await ping(heard)));

    expect(told()).toEqual(['miss silent silence']);
    expect(receiver.received[0]?.json).toMatchObject({ down_since: after(1_200) });
    expect((await service.call('GET', '/api/health')).json).toMatchObject({ blind_window: null });
  });

  itThorough(
    'were never out when others were heard: nobody hears of a window after the canary is mended',
    async () => {
      const heard = await create({ name: 'heard', interval_sec: 60 });
      const silent = await create({ name: 'silent', interval_sec: 1_790 });
      await minutes(5, 'open', async () => void (await ping(heard)));
      await ping(silent);
      await minutes(28, 'canary broken', async () => void (await ping(heard)));

      await minutes(10, 'open', async () => void (await ping(heard)));

      expect(told()).toEqual(['miss silent silence']);
      expect((await service.call('GET', '/api/health')).json).toMatchObject({ blind_window: null });
    },
  );
});

describe('an outage that something hides', () => {
  const JOBS = rounds(5, 10);

  /** Jobs of five minutes whose deadlines are spread over them; each pings in time while it can. */
  const crew = () =>
    Promise.all(Array.from({ length: JOBS }, (_, place) => create({ name: `job ${place}` })));
  const pingSome = (ids: string[], minute: number) =>
    Promise.all(ids.filter((_, place) => place % 5 === minute % 5).map((id) => ping(id)));

  itThorough('wakes nobody while a watched device sends readings', async () => {
    const ids = await crew();
    const watched = await create({ name: 'watched', interval_sec: 900, alert_url: null });
    const deps = { ...service.core, moves: watchedMoves() };
    const readings = () => moveWatched(deps, watched, service.clock.now());
    for (let minute = 0; minute < 10; minute++) {
      await pingSome(ids, minute);
      await minutes(1, 'open', readings);
      if (minute % 5 === 4) await service.check();
    }

    for (let minute = 0; minute < 40; minute++) {
      await minutes(1, 'lost');
      await readings();
      if (minute % 5 === 4) await unreachable(service.check);
    }
    await Promise.all(ids.map((id) => ping(id)));
    await minutes(10, 'open', async () => void (await Promise.all(ids.map((id) => ping(id)))));

    expect(told()).toEqual(['blind']);
  });

  const BEFORE_SEC = isThorough() ? [10, 90, 170, 179, 185] : [179];

  it.each(BEFORE_SEC)('wakes nobody when it began %s s before a check', async (beforeSec) => {
    const ids = await crew();
    for (let minute = 0; minute < 10; minute++) {
      await pingSome(ids, minute);
      await listen(60);
    }
    await service.check();
    for (let sec = 0; sec + beforeSec < 300; sec += 60) {
      await pingSome(ids, sec / 60);
      await listen(Math.min(60, 300 - beforeSec - sec));
    }

    service.clock.sleep(beforeSec);
    await unreachable(service.check);
    service.clock.sleep(30);
    await Promise.all(ids.map((id) => ping(id)));
    await minutes(10, 'open', async () => void (await Promise.all(ids.map((id) => ping(id)))));

    expect(told().filter((what) => what !== 'blind')).toEqual([]);
  });

  itThorough('wakes nobody when pings of a stranger came through meanwhile', async () => {
    const id = await create();
    const stranger = await (await service.guest()).createMonitor({ interval_sec: 60 });
    await minutes(5, 'open', async () => void (await ping(id)));
    service.clock.sleep(61);
    await ping(stranger['id']);
    service.clock.sleep(239);

    await unreachable(service.check);
    for (let minute = 0; minute < 10; minute++)
      await minutes(1, 'lost', async () => void ping(stranger['id']));
    await unreachable(service.check);

    expect(told()).toEqual([]);
    expect(await alice.read(id)).toMatchObject({ state: 'ok', blind_window: { from: after(300), to: null } });
  });

  itThorough(
    'between the scheduled time and the end of the grace is named in the alert, and its owner hears of it',
    async () => {
      const id = await create({ interval_sec: undefined, cron: '0 * * * *', grace_sec: 1_800 });
      await ping(id);
      await minutes(65, 'open');
      await minutes(15, 'lost');
      await minutes(15, 'open');
      expect(await alice.read(id)).toMatchObject({ state: 'ok' });
      expect(told()).toEqual([]);

      await minutes(25, 'open');

      expect(told().sort()).toEqual(['blind', 'miss nightly backup silence']);
      const window = { from: after(65 * 60), to: after(81 * 60) };
      expect(receiver.received.find(({ json }) => json['reason'] === 'silence')?.json).toMatchObject({
        down_since: after(90 * 60 + 16 * 60),
        not_heard: window,
      });
    },
  );

  itThorough('of one name by which jobs come is one, while they are heard by the other', async () => {
    const id = await create();
    await using other = await startOtherName();
    service.core.config.pingNames = { origins: [service.url, other.url] };
    await minutes(10, 'open', async () => void (await ping(id)));
    await other[Symbol.asyncDispose]();

    await minutes(20, 'open');

    expect(told()).toEqual([]);
    expect(await alice.read(id)).toMatchObject({ state: 'ok', blind_window: { from: after(600), to: null } });
    await minutes(50, 'open');
    expect(told()).toEqual(['miss nightly backup silence']);
  });
});

describe('a canary that is broken alone', () => {
  it('delays a silence by a tick, and no window is shown or told once that is clear', async () => {
    const id = await create({ interval_sec: 600 });
    await minutes(5, 'open', async () => void (await ping(id)));
    const toldAt: number[] = [];

    for (let tick = 1; tick <= 6; tick++) {
      await minutes(5, 'canary broken');
      toldAt.push(...told().map(() => tick * 5));
      if (told().length > 0) break;
    }

    expect(toldAt).toEqual([15]);
    expect(told()).toEqual(['miss nightly backup silence']);
    expect(receiver.received[0]?.json).toMatchObject({ down_since: after(900), not_heard: null });
    expect((await service.call('GET', '/api/health')).json).toMatchObject({ blind_window: null });
  });
});

describe('time that went by at once', () => {
  it('is no blind window: a clock moved by hand tells silences', async () => {
    const id = await create();
    await ping(id);
    await service.canary();
    await service.check();

    service.clock.advance(3_600);
    await service.check();

    expect(told()).toEqual(['miss nightly backup silence']);
    expect(await alice.read(id)).toMatchObject({ miss_count: 1, blind_window: null });
  });

  it('before the first check is none', async () => {
    const id = await create();
    await ping(id);

    service.clock.sleep(3_600);
    await service.check();

    expect(told()).toEqual(['miss nightly backup silence']);
    expect((await service.call('GET', '/api/health')).json).toMatchObject({ blind_window: null });
  });
});

describe('a checker that was absent for two hours while pings came in', () => {
  const HOURS = 2 * 3_600;

  beforeEach(async () => {
    await service.canary();
    await service.check();
  });

  it('tells what is silent at the first check, down since its true deadline, and no window', async () => {
    const id = await create({ interval_sec: 600 });
    await ping(id);

    await on(HOURS);

    expect(told()).toEqual(['miss nightly backup silence']);
    expect(receiver.received[0]?.json).toMatchObject({
      down_since: after(600),
      not_heard: null,
      miss_count: 1,
      text: expect.not.stringContaining('reach'),
    });
    expect(await alice.read(id)).toMatchObject({ state: 'late', blind_window: null });
    for (let check = 0; check < 3; check++) await on(300);
    expect(told()).toEqual(['miss nightly backup silence']);
  });

  itThorough('leaves the miss of a job that is back before it, and shows no window', async () => {
    const id = await create({ interval_sec: 600 });
    await ping(id);
    await listen(HOURS);

    await ping(id);

    expect(await alice.read(id)).toMatchObject({ miss_count: 1, blind_window: null });
    await service.check();
    expect(told()).toEqual([]);
  });

  itThorough('moves the deadlines of the twenty minutes in which the ingest path was out too', async () => {
    const inside = await create({ name: 'inside', interval_sec: HOURS - 3_000 });
    const before = await create({ name: 'before', interval_sec: 600 });
    await Promise.all([ping(inside), ping(before)]);
    await listen(HOURS - 3_600);
    service.clock.sleep(1_200);

    await on(2_400);

    expect(told().sort()).toEqual(['miss before silence', 'miss inside silence']);
    const [told_] = receiver.received.filter(({ json }) => json['name'] === 'inside');
    expect(told_?.json).toMatchObject({
      down_since: after(HOURS - 3_000 + 1_260),
      not_heard: { from: after(HOURS - 3_600), to: after(HOURS - 2_340) },
    });
  });
});

describe('a service that is started again on its data', () => {
  it.each(
    casesOf<[string, number, object, string[]]>(1, [
      ['an hour later holds the silences of that hour', 3_600, { state: 'ok', miss_count: 0 }, []],
      [
        'six hours later has held them for an hour',
        21_600,
        { state: 'late', miss_count: 1 },
        ['miss nightly backup silence'],
      ],
    ]),
  )('%s', async (_, seconds, expected, decisions) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-'));
    const database = {
      endpoint: service.core.config.standIns.dynamodb ?? '',
      tableName: `rollcall-restart-${seconds}`,
    };
    try {
      const first = await startTestService({ dataDir, database });
      const bob = await first.guest();
      const id = await create({}, bob);
      await first.canary();
      await first.call('POST', `/in/${id}`);
      await first.check();
      await first.stop();

      await using second = await startTestService({ dataDir, database, startAt: START_AT + seconds * 1_000 });
      await second.check();

      const { json } = await second.call('GET', `/api/endpoints/${id}`, { token: bob.token });
      expect(json).toMatchObject({ ...expected, blind_window: { from: after(0), to: after(seconds) } });
      expect(told()).toEqual(decisions);
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});

async function confirm(address: string): Promise<void> {
  const question = service.mailbox.messages().find((mail) => mail.to === address)?.text ?? '';
  const path = consentPathIn(question);
  expect((await service.call('POST', `${path}/confirm`)).status).toBe(200);
}

/** Another host that leads to the service, until it ends. */
async function startOtherName(): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const server = createServer(async (req, res) => {
    const { status } = await fetch(service.url + req.url, { method: 'POST' });
    res.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
