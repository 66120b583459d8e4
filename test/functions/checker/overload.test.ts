import { beforeEach, describe, expect, it } from 'vitest';
import { benchMonitor, putFleet } from '../../../bench/fleet.ts';
import { runCheck } from '../../../functions/checker/checker.ts';
import type { QueueMessage } from '../../../lib/adapters/queue.ts';
import { getCheckerState } from '../../../lib/data/monitors/checker-state.ts';
import { listAlerts } from '../../../lib/data/alerts/alerts.ts';
import { DUE_SHARDS, duePartition, duePartitionOf } from '../../../lib/data/due-index.ts';
import { monitorKey } from '../../../lib/data/keys.ts';
import { getMonitor, getMonitors } from '../../../lib/data/monitors/monitors.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { Table } from '../../../lib/data/table.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { keptQueue, noChecks } from '../../support/alerts/alerting.ts';
import { tableBehind } from '../../support/table/table-behind.ts';
import { startTableProxy } from '../../support/table/table-proxy.ts';
import { startTestService, START_AT } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { casesOf, itThorough, rounds } from '../../support/thorough.ts';

let sent: QueueMessage[];

const service = fresh(() => startTestService({ dueShards: DUE_SHARDS }));
beforeEach(() => void (sent = []));

/** Monitors that pinged at the start and are expected every so many seconds. */
function fleet(count: number, intervalSec = 300, dueAt = START_AT + intervalSec * 1000 + 1): Monitor[] {
  return Array.from({ length: count }, () => benchMonitor(START_AT, { intervalSec, dueAt }));
}

/** One check at the service's clock with time for so many items; its messages are kept, not delivered. */
function check(itemsInTime = Number.POSITIVE_INFINITY, table: Table = service.core.table) {
  let left = itemsInTime;
  const queue = keptQueue(sent);
  const deps = { ...service.core, table, queue, checks: noChecks, metrics: noMetrics };
  return runCheck(deps, () => left-- > 0);
}

/** Who was put on the queue; an alert that nobody delivers is put there again and again. */
const toldIds = () => {
  const ids = sent.flatMap((message) => (message.kind === 'alert' ? [message.monitorId] : []));
  return [...new Set(ids)].sort();
};
const idsOf = (monitors: readonly Monitor[]) => monitors.map(({ id }) => id).sort();
const stored = (id: string) => getMonitor(service.core.table, id);

/** The same table, on which some calls fail before they reach the engine. */
function failing(isBroken: (command: string, input: Record<string, unknown>) => boolean): Table {
  const table = tableBehind(service, service.core.config.standIns.dynamodb);
  table.client.middlewareStack.add(
    (next, context) => (args) =>
      isBroken(String(context['commandName']), args.input as Record<string, unknown>)
        ? Promise.reject(new Error('Broken by the test.'))
        : next(args),
    { step: 'initialize', name: 'broken' },
  );
  return table;
}

describe('checks that never finish', () => {
  itThorough(
    'tell 120 that fell silent at once in four checks with time for 30, and excuse nothing',
    async () => {
      const monitors = fleet(120);
      await putFleet(service.core.table, monitors);
      service.clock.sleep(301);

      const reports = [];
      for (let tick = 0; tick < 4; tick++) {
        reports.push(await check(30));
        // Nobody delivers here: after five minutes their alerts would take the time of the others.
        service.clock.sleep(60);
      }

      expect(reports.map(({ checked, finished }) => [checked, finished])).toEqual([
        [30, false],
        [30, false],
        [30, false],
        [30, true],
      ]);
      expect(toldIds()).toEqual(idsOf(monitors));
      const last = await stored(String(toldIds().at(-1)));
      expect(last).toMatchObject({
        extendedUntil: null,
        missCount: 1,
        incident: { downSince: START_AT + 300_000 },
      });
      expect((await getCheckerState(service.core.table)).windows).toEqual([]);
    },
  );

  it('begin with what has been due for longest, in whatever order a batch is read', async () => {
    const shard = ({ id }: Monitor) => duePartition(service.core.table, monitorKey(id).pk);
    const monitors = fleet(400)
      .filter((monitor) => shard(monitor) === duePartitionOf(0))
      .map((monitor, place) => ({ ...monitor, dueAt: START_AT + 300_001 + place }));
    await putFleet(service.core.table, monitors);
    service.clock.sleep(301);

    await using proxy = await startTableProxy(
      service.core.config.standIns.dynamodb ?? '',
      async (request) => {
        const answer = await request.forward();
        if (request.operation !== 'BatchGetItem') return answer;
        // DynamoDB answers a batch in any order.
        for (const items of Object.values(answer.body['Responses'] as Record<string, unknown[]>))
          items.reverse();
        return answer;
      },
    );

    await check(4, tableBehind(service, proxy.url));

    expect(toldIds()).toEqual(idsOf(monitors.slice(0, 4)));
  });

  itThorough('begin with another shard each tick, so that time never runs out on the same ones', async () => {
    const asked: unknown[] = [];
    const watched = failing((command, input) => {
      const shard = (input['ExpressionAttributeValues'] as Record<string, unknown> | undefined)?.[':shard'];
      if (command === 'QueryCommand' && shard !== undefined) asked.push(shard);
      return false;
    });
    const first = new Set<unknown>();

    for (let tick = 0; tick < DUE_SHARDS; tick++) {
      asked.length = 0;
      await check(0, watched);
      expect(new Set(asked).size).toBe(DUE_SHARDS);
      first.add(asked[0]);
      service.clock.sleep(300);
    }

    expect(first.size).toBe(DUE_SHARDS);
  });

  itThorough(
    'come to the 10 dead jobs of a fleet that is four times too large',
    async () => {
      const living = fleet(80);
      // Told to nobody: what is to be sent again takes no time from the others then.
      const dead = fleet(10).map((monitor) => ({ ...monitor, alertUrl: null }));
      await putFleet(service.core.table, [...living, ...dead]);

      // In as many ticks each shard is the first once, however the ids of this run lie in them.
      for (let tick = 0; tick < DUE_SHARDS; tick++) {
        service.clock.sleep(301);
        await putFleet(
          service.core.table,
          (await getMonitors(service.core.table, idsOf(living))).map((monitor) => ({
            ...monitor,
            lastEventAt: service.clock.now() - 1_000,
          })),
        );
        expect(await check(22)).toMatchObject({ checked: 22, finished: false });
      }

      for (const id of idsOf(dead))
        expect(await stored(id)).toMatchObject({ incident: { downSince: START_AT + 300_000 } });
    },
    120_000,
  );

  it('whatever the item at which time runs out, put on the queue all that they recorded', async () => {
    const monitors = fleet(24);
    await putFleet(service.core.table, monitors);
    service.clock.sleep(301);

    for (let items = 0; toldIds().length < monitors.length; items++) {
      const before = sent.length;
      const { checked, finished } = await check(items);

      expect(sent.length - before).toBe(Math.min(items, monitors.length - before));
      expect(checked).toBe(sent.length - before);
      expect(finished).toBe(sent.length === monitors.length);
    }
    expect(toldIds()).toEqual(idsOf(monitors));
    for (const id of idsOf(monitors))
      expect(await listAlerts(service.core.table, id, { limit: 10 })).toHaveLength(1);
  });
});

describe('what fails', () => {
  const shardOf = ({ id }: Monitor) => duePartition(service.core.table, monitorKey(id).pk);

  it('in the due query of one shard keeps no other from telling its 54 dead jobs', async () => {
    const dead = Array.from({ length: 200 }, () => fleet(1)).flat();
    const others = dead.filter((monitor) => shardOf(monitor) !== duePartitionOf(0)).slice(0, 54);
    const own = dead.filter((monitor) => shardOf(monitor) === duePartitionOf(0)).slice(0, 4);
    await putFleet(service.core.table, [...others, ...own]);
    const broken = failing(
      (_, input) => (input['ExpressionAttributeValues'] as Record<string, unknown>)?.[':shard'] === 'DUE#0',
    );
    service.clock.sleep(301);

    expect(await check(undefined, broken)).toMatchObject({ checked: 54, failed: 1, finished: false });
    expect(toldIds()).toEqual(idsOf(others));
    for (let tick = 0; tick < rounds(2, 6); tick++) {
      service.clock.sleep(300);
      await check(undefined, broken);
    }
    await check();

    expect(toldIds()).toEqual(idsOf([...others, ...own]));
    expect((await stored(String(own[0]?.id)))?.incident).toMatchObject({ downSince: START_AT + 300_000 });
    expect(new Set(service.logged)).toEqual(new Set(['shard_failed']));
  });

  itThorough('in the second page of a shard leaves what the first recorded on the queue', async () => {
    const shard = Array.from({ length: 4_000 }, () => fleet(1)).flat();
    const one = shard.filter((monitor) => shardOf(monitor) === duePartitionOf(3)).slice(0, 150);
    await putFleet(service.core.table, one);
    const broken = failing((_, input) => input['ExclusiveStartKey'] !== undefined);
    service.clock.sleep(301);

    expect(await check(undefined, broken)).toMatchObject({ checked: 100, failed: 1, finished: false });

    expect(toldIds()).toHaveLength(100);
    await check();
    expect(toldIds()).toEqual(idsOf(one));
  });

  itThorough('in the read of one page keeps no other page from its work', async () => {
    const shard = Array.from({ length: 6_000 }, () => fleet(1)).flat();
    const one = shard.filter((monitor) => shardOf(monitor) === duePartitionOf(3)).slice(0, 250);
    await putFleet(service.core.table, one);
    let batches = 0;
    const broken = failing((command) => command === 'BatchGetItemCommand' && ++batches === 2);
    service.clock.sleep(301);

    expect(await check(undefined, broken)).toMatchObject({ checked: 150, failed: 100, finished: true });
    expect(toldIds()).toHaveLength(150);
    await check();

    expect(toldIds()).toEqual(idsOf(one));
    expect(service.logged).toEqual(['check_failed']);
  });

  it('in reading the canary keeps nobody from being told, and no window from being judged later', async () => {
    const monitors = fleet(10);
    await putFleet(service.core.table, monitors);
    await service.canary();
    await check();
    const broken = failing((_, input) => JSON.stringify(input).includes('CANARY'));
    service.clock.sleep(250);
    await service.canary();
    service.clock.sleep(51);

    expect(await check(undefined, broken)).toMatchObject({ checked: 10, failed: 1, finished: true });
    expect(toldIds()).toEqual(idsOf(monitors));
    expect(await getCheckerState(service.core.table)).toMatchObject({ startedAt: START_AT, windows: [] });
    await check();
    expect((await getCheckerState(service.core.table)).windows).toEqual([
      { from: START_AT, to: START_AT + 250_000 },
    ]);
  });
});

describe('a check that ends', () => {
  it.each(
    casesOf(2, [
      ['well', () => false],
      [
        'with failed writes',
        (command: string, nth: number) => command.startsWith('Transact') && nth % 3 === 0,
      ],
      ['with a failed query', (command: string, nth: number) => command.startsWith('Query') && nth % 5 === 0],
      ['with failed reads', (command: string) => command.startsWith('BatchGet')],
    ]),
  )('%s has no call under way', async (_, isBroken) => {
    await putFleet(service.core.table, fleet(120));
    service.clock.sleep(301);
    let underWay = 0;
    let calls = 0;
    const table = failing((command) => isBroken(command, ++calls));
    table.client.middlewareStack.add(
      (next) => async (args) => {
        underWay += 1;
        try {
          return await next(args);
        } finally {
          underWay -= 1;
        }
      },
      { step: 'finalizeRequest', name: 'underWay' },
    );

    await check(80, table);

    expect(underWay).toBe(0);
    expect(DUE_SHARDS).toBe(16);
  });
});

describe('a job that fails ten times with 10 kB of output before a check', () => {
  it('makes it read and mask three outputs, the newest ones', async () => {
    const alice = await service.guest();
    const { id } = await alice.createMonitor({ alert_url: 'http://127.0.0.1:9/hook' });
    const output = (turn: number) => `${'password=hunter2 --token abc '.repeat(340)}\nfailure ${turn}`;
    for (let turn = 1; turn <= 10; turn++) {
      await service.call('POST', `/in/${id}/fail`, {
        body: output(turn),
        headers: { 'content-type': 'text/plain' },
      });
      await service.call('POST', `/in/${id}`);
      service.clock.sleep(1);
    }
    const read: string[] = [];
    const table = failing((command, input) => {
      const { sk } = (input['Key'] ?? {}) as { sk?: string };
      if (command === 'GetItemCommand' && sk?.startsWith('OUT#')) read.push(sk);
      return false;
    });

    await check(undefined, table);

    expect(read).toHaveLength(3);
    const alerts = await listAlerts(service.core.table, String(id), { limit: 100 });
    const failures = alerts.filter(({ content }) => content.kind === 'miss').toReversed();
    expect(failures.map(({ content }) => content.output)).toEqual([
      ...Array.from({ length: 7 }, () => null),
      'failure 8',
      'failure 9',
      'failure 10',
    ]);
  });
});
