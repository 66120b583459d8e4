import { beforeEach, describe, expect, it } from 'vitest';
import { benchMonitor, putFleet } from '../../../bench/fleet.ts';
import { checkerHandler, runCheck } from '../../../functions/checker/checker.ts';
import { continueShard } from '../../../functions/checker/continue-shard.ts';
import { openCheckQueue, type ShardMessage } from '../../../lib/adapters/check-queue.ts';
import type { QueueMessage } from '../../../lib/adapters/queue.ts';
import { getCheckerState, noteChecker } from '../../../lib/data/monitors/checker-state.ts';
import { DUE_SHARDS, duePartition, duePartitionOf } from '../../../lib/data/due-index.ts';
import { monitorKey } from '../../../lib/data/keys.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { leaseShards, releaseShards } from '../../../lib/data/monitors/shard-leases.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { CheckerDeps } from '../../../lib/runtime/deps.ts';
import { keptQueue } from '../../support/alerts/alerting.ts';
import { KeptFigures } from '../../support/service/figures.ts';
import { startTestService, START_AT } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { casesOf, describeThorough, itThorough, rounds } from '../../support/thorough.ts';

let deps: CheckerDeps;
let sent: QueueMessage[];
let rest: ShardMessage[];
let figures: KeptFigures;

const service = fresh(() => startTestService({ dueShards: DUE_SHARDS }));
beforeEach(() => {
  sent = [];
  rest = [];
  figures = new KeptFigures();
  const queue = keptQueue(sent);
  const checks = { send: async (messages: readonly ShardMessage[]) => void rest.push(...messages) };
  deps = { ...service.core, queue, checks, metrics: figures };
});

const SHARD = 3;

/** Monitors that fell silent five minutes after the start; of one shard when it is given. */
async function silent(count: number, shard?: number): Promise<Monitor[]> {
  const monitors: Monitor[] = [];
  while (monitors.length < count) {
    const monitor = benchMonitor(START_AT);
    const own = duePartition(service.core.table, monitorKey(monitor.id).pk);
    if (shard === undefined || own === duePartitionOf(shard)) monitors.push(monitor);
  }
  await putFleet(service.core.table, monitors);
  return monitors;
}

/** Time for so many items. */
function timeFor(items: number): () => boolean {
  let left = items;
  return () => left-- > 0;
}

/** Works off the queue of shards, each message with time for so many items; returns how many messages it took. */
async function workers(itemsEach: number): Promise<number> {
  let taken = 0;
  for (let message = rest.shift(); message; message = rest.shift()) {
    taken += 1;
    await continueShard(deps, message, timeFor(itemsEach));
  }
  return taken;
}

const toldIds = () => sent.flatMap((each) => (each.kind === 'alert' ? [each.monitorId] : [])).sort();
const idsOf = (monitors: readonly Monitor[]) => monitors.map(({ id }) => id).sort();
const finishedAt = async () => (await getCheckerState(service.core.table)).finishedAt;
const message = (given: Partial<ShardMessage> = {}): ShardMessage => ({
  kind: 'shard',
  shard: SHARD,
  after: null,
  since: service.clock.now(),
  ...given,
});

/** Lets the calls fail that a test names. */
function breaking(isBroken: (command: string, input: Record<string, unknown>) => boolean): void {
  service.core.table.client.middlewareStack.add(
    (next, context) => (args) =>
      isBroken(String(context['commandName']), args.input as Record<string, unknown>)
        ? Promise.reject(new Error('Broken by the test.'))
        : next(args),
    { step: 'initialize', name: 'broken' },
  );
}

describe('a check that does not finish in its time', () => {
  it('goes on at once until all is told, and is finished then, as of when it began', async () => {
    const inTime = rounds(20, 100);
    const monitors = await silent(4 * inTime);
    service.clock.sleep(301);
    const beganAt = service.clock.now();

    expect(await runCheck(deps, timeFor(inTime))).toMatchObject({ checked: inTime, finished: false });
    expect(await finishedAt()).toBeNull();
    service.clock.sleep(45);
    await workers(rounds(2, 10));

    expect(toldIds()).toEqual(idsOf(monitors));
    expect(await finishedAt()).toBe(beganAt);
    expect(figures.of('ChecksFailed').every((failed) => failed === 0)).toBe(true);
  });

  it('hands on the shards that are left, each with the place where it stopped', async () => {
    const monitors = await silent(150, SHARD);
    service.clock.sleep(301);

    await runCheck(deps, timeFor(120));

    expect(rest).toHaveLength(1);
    expect(rest[0]).toMatchObject({ kind: 'shard', shard: SHARD, since: service.clock.now() });
    expect(rest[0]?.after).toEqual({ pk: expect.any(String), sk: 'MON', dueAt: monitors[0]?.dueAt });
  });

  itThorough('whatever the item at which each run ends, tells each monitor once', async () => {
    const monitors = await silent(30);
    service.clock.sleep(301);

    await runCheck(deps, timeFor(7));
    const taken = await workers(1);

    expect(toldIds()).toEqual(idsOf(monitors));
    expect(taken).toBeGreaterThanOrEqual(23);
  });

  itThorough('is begun anew by the next tick when the messages are lost', async () => {
    const monitors = await silent(40);
    service.clock.sleep(301);
    await runCheck(deps, timeFor(10));
    rest = [];
    service.clock.sleep(60);

    expect(await runCheck(deps, () => true)).toMatchObject({ finished: true });

    expect(toldIds()).toEqual(idsOf(monitors));
    expect(await finishedAt()).toBe(service.clock.now());
  });

  itThorough('counts the shards that the queue did not take', async () => {
    await silent(40, SHARD);
    service.clock.sleep(301);
    const checks = { send: () => Promise.reject(new Error('Down.')) };

    await runCheck({ ...deps, checks }, timeFor(10));

    expect(figures.written.at(-1)).toMatchObject({ ChecksFinished: 0, ChecksFailed: 1 });
    expect(service.logged).toEqual(['rest_not_queued']);
  });

  it('says how long ago the last one finished', async () => {
    await runCheck(deps, () => true);
    await silent(40);
    for (let tick = 1; tick <= 3; tick++) {
      service.clock.sleep(301);
      await runCheck(deps, timeFor(0));
    }

    expect(figures.of('CheckAgeSec')).toEqual([0, 301, 602, 903]);
  });
});

describe('a run that goes on with a shard', () => {
  it('puts it on the queue again where it stopped, until its end', async () => {
    const monitors = await silent(250, SHARD);
    service.clock.sleep(301);
    const since = service.clock.now();
    await continueShard(deps, message(), timeFor(120));
    expect(rest).toMatchObject([{ shard: SHARD, since, after: { sk: 'MON' } }]);
    const [next] = rest.splice(0);

    await continueShard(deps, next ?? message(), () => true);

    expect(rest).toEqual([]);
    expect(toldIds()).toEqual(idsOf(monitors));
  });

  it.each(
    casesOf(1, [
      ['had no time', () => false, () => {}],
      ['met a query that fails', () => true, () => breaking((command) => command === 'QueryCommand')],
      [
        'met failures only',
        timeFor(30),
        () => breaking((command) => command.startsWith('Transact') || command.startsWith('Put')),
      ],
    ]),
  )('does not when it %s: the next tick does', async (_, hasTime, breakIt) => {
    await silent(50, SHARD);
    service.clock.sleep(301);
    breakIt();

    await continueShard(deps, message(), hasTime);

    expect(rest).toEqual([]);
  });

  itThorough('says how long ago all was worked off, also while no tick comes any more', async () => {
    await runCheck(deps, () => true);
    await silent(100, SHARD);
    figures.written.length = 0;

    for (let run = 1; run <= 3; run++) {
      service.clock.sleep(301);
      await continueShard(deps, rest.shift() ?? message(), timeFor(10));
    }

    expect(figures.of('CheckAgeSec')).toEqual([301, 602, 903]);
  });

  itThorough('goes past items that always fail, to those behind them', async () => {
    const failing = await silent(120, SHARD);
    const broken = new Set(idsOf(failing));
    const others = (await silent(5, SHARD)).map((monitor) => ({ ...monitor, dueAt: START_AT + 300_500 }));
    await putFleet(service.core.table, others);
    service.clock.sleep(301);
    breaking((command, input) => {
      const text = command.startsWith('Transact') ? JSON.stringify(input) : '';
      return [...broken].some((id) => text.includes(id));
    });

    await continueShard(deps, message(), timeFor(110));
    await workers(60);

    expect(toldIds()).toEqual(idsOf(others));
  });

  it('is left alone while another run works on that shard, and for two minutes after that one crashed', async () => {
    const monitors = await silent(10, SHARD);
    service.clock.sleep(301);
    await leaseShards(service.core.table, [SHARD], service.clock.now());

    service.clock.sleep(109);
    await continueShard(deps, message(), () => true);
    expect(await runCheck(deps, () => true)).toMatchObject({ checked: 0, finished: false });
    expect([toldIds(), rest]).toEqual([[], []]);
    service.clock.sleep(11);
    await continueShard(deps, message(), () => true);

    expect(toldIds()).toEqual(idsOf(monitors));
  });

  itThorough(
    'is dropped at once when a tick has worked the shard off meanwhile, and nothing is kept from the next one',
    async () => {
      const since = service.clock.now();
      service.clock.sleep(301);
      await runCheck(deps, () => true);
      const monitors = await silent(3, SHARD);

      expect(await continueShard(deps, message({ since }), () => true)).toMatchObject({ checked: 0 });
      expect(await continueShard(deps, message({ since: service.clock.now() }), () => true)).toMatchObject({
        checked: 0,
      });
      service.clock.sleep(1);

      expect(await continueShard(deps, message(), () => true)).toMatchObject({ checked: monitors.length });
    },
  );

  itThorough('lets go of the shard before it hands it on', async () => {
    await silent(50, SHARD);
    service.clock.sleep(301);
    const free: number[][] = [];
    const checks = {
      send: async () => {
        const lease = await leaseShards(service.core.table, [SHARD], service.clock.now());
        free.push([...lease.shards]);
        await releaseShards(service.core.table, lease, { shards: [], since: 0 });
      },
    };

    await runCheck({ ...deps, checks }, timeFor(10));
    await continueShard({ ...deps, checks }, message(), timeFor(10));

    expect(free).toEqual([[SHARD], [SHARD]]);
  });

  itThorough(
    'holds silences of a time in which pings could not reach us, as found at that moment',
    async () => {
      await service.canary();
      await runCheck(deps, () => true);
      await silent(5, SHARD);
      service.clock.sleep(301);
      const { config } = service.core;
      const unreachable = { ...config, pingNames: { origins: ['http://127.0.0.1:9'] } };

      await continueShard({ ...deps, config: unreachable }, message(), () => true);

      expect(toldIds()).toEqual([]);
      await continueShard(deps, message(), () => true);
      expect(toldIds()).toEqual([]);
    },
  );
});

describe('a check whose own item is out of reach', () => {
  it.each(casesOf(1, ['of the lease', 'of the judgement', 'of the end']))(
    'tells all the same: a write %s',
    async (which) => {
      const monitors = await silent(10);
      service.clock.sleep(301);
      const part =
        { 'of the lease': ':until', 'of the judgement': ':windows', 'of the end': ':since' }[which] ?? '';
      breaking((command, input) => {
        const values = (input['ExpressionAttributeValues'] ?? {}) as Record<string, unknown>;
        const isEnd = part !== ':until' || !(':since' in values);
        return (
          command === 'UpdateItemCommand' &&
          JSON.stringify(input['Key']).includes('CHECK') &&
          part in values &&
          isEnd
        );
      });

      const report = await runCheck(deps, () => true);

      expect(toldIds()).toEqual(idsOf(monitors));
      expect(report.failed).toBe(1);
      expect(figures.of('ChecksFailed')).toEqual([1]);
    },
  );
});

describeThorough('a check that does not know how the last one judged the way of pings', () => {
  it.each([
    [
      'as that cannot be read',
      async () =>
        breaking((command, { Key }) => command === 'GetItemCommand' && JSON.stringify(Key).includes('CHECK')),
    ],
    [
      'as that is damaged',
      () => noteChecker(service.core.table, { startedAt: START_AT, windows: 'none' as never }),
    ],
  ])('tells a failure at once and a silence after an hour at most: %s', async (_, hide) => {
    const monitors = await silent(10);
    const alice = await service.guest();
    const { id } = await alice.createMonitor({ alert_url: 'https://hooks.example.com/alerts' });
    await service.fail(id);
    await hide();
    service.clock.sleep(301);

    const { checked, failed } = await runCheck(deps, () => true);

    expect(checked).toBe(11);
    expect(failed).toBeGreaterThan(0);
    expect(toldIds()).toEqual([id]);
    service.clock.sleep(3_600);
    await runCheck(deps, () => true);
    expect(toldIds()).toEqual(expect.arrayContaining(idsOf(monitors)));
  });

  itThorough('goes on with a shard that it had to leave', async () => {
    const monitors = await silent(10, SHARD);
    await noteChecker(service.core.table, { startedAt: START_AT, windows: 'none' as never });
    service.clock.sleep(301 + 3_600);

    await runCheck(deps, timeFor(4));
    expect(rest).toMatchObject([{ shard: SHARD }]);
    await workers(100);

    expect(toldIds().sort()).toEqual(idsOf(monitors).sort());
    expect(figures.of('ChecksFailed').at(-1)).toBe(1);
  });
});

describe('a lease', () => {
  it('goes to one of many that ask at the same time', async () => {
    const asked = Array.from({ length: 8 }, () =>
      leaseShards(service.core.table, [1, 2], service.clock.now()),
    );

    const taken = (await Promise.all(asked)).flatMap(({ shards }) => shards);

    expect(taken.sort()).toEqual([1, 2]);
  });

  itThorough('is taken although the answer was lost and the repeat of its write refused', async () => {
    const stack = service.core.table.client.middlewareStack;
    stack.add(
      (next) => async (args) => {
        if ('ConditionExpression' in args.input) await next(args);
        return next(args);
      },
      { step: 'initialize', name: 'repeated' },
    );

    expect((await leaseShards(service.core.table, [1, 2], service.clock.now())).shards).toEqual([1, 2]);
  });

  it('takes what is free of what was asked for', async () => {
    await leaseShards(service.core.table, [1, 2], service.clock.now());

    expect((await leaseShards(service.core.table, [0, 1, 2, 3], service.clock.now())).shards).toEqual([0, 3]);
  });

  itThorough('that ended by itself and was taken by another is not given back, the others are', async () => {
    const old = await leaseShards(service.core.table, [1, 2], service.clock.now());
    service.clock.sleep(120);
    await leaseShards(service.core.table, [1], service.clock.now());

    await releaseShards(service.core.table, old, { shards: [1, 2], since: START_AT });

    expect((await leaseShards(service.core.table, [1, 2], service.clock.now())).shards).toEqual([2]);
  });

  it('given back with the work done moves the time of the last check when it was the last shard', async () => {
    const all = Array.from({ length: DUE_SHARDS }, (_, shard) => shard);
    const most = await leaseShards(service.core.table, all.slice(1), service.clock.now());
    await releaseShards(service.core.table, most, { shards: all.slice(1), since: START_AT + 5 });
    expect(await finishedAt()).toBeNull();
    const last = await leaseShards(service.core.table, [0], service.clock.now());
    await releaseShards(service.core.table, last, { shards: [0], since: START_AT + 3 });

    expect(await finishedAt()).toBe(START_AT + 3);
  });
});

itThorough(
  'a shard that a tick has finished is not noted as finished earlier by a message that waited',
  async () => {
    await silent(3, SHARD);
    const waited = message();
    service.clock.sleep(301);
    await runCheck(deps, () => true);

    await continueShard(deps, waited, () => true);

    expect(await finishedAt()).toBe(service.clock.now());
  },
);

describe('the time of a run', () => {
  /** A context on which each question costs a second. */
  const context = (remainingSec: number) => ({
    getRemainingTimeInMillis: () => remainingSec-- * 1000,
  });
  const record = (body: string) => ({ Records: [{ body }] });

  it.each([
    ['of a tick is 45 s', 240, 44],
    ['of a tick leaves 20 s to end in order', 40, 19],
  ])('%s', async (_, remainingSec, items) => {
    await silent(100, SHARD);
    service.clock.sleep(301);

    expect(await checkerHandler(deps)({}, context(remainingSec))).toMatchObject({ checked: items });
  });

  it('of a shard is 60 s', async () => {
    await silent(100, SHARD);
    service.clock.sleep(301);

    const event = record(JSON.stringify(message()));
    expect(await checkerHandler(deps)(event, context(240))).toMatchObject({ checked: 59 });
  });

  it.each(['', '{', 'null', '{"kind":"alert"}', '{"kind":"shard","shard":16}', '{"kind":"shard"}'])(
    'is not spent on a message that cannot be read: %j',
    async (body) => {
      await silent(3);
      service.clock.sleep(301);

      expect(await checkerHandler(deps)(record(body), context(240))).toMatchObject({ checked: 0 });
      expect(service.logged).toEqual(['message_unreadable']);
    },
  );
});

describe('a check on one machine', () => {
  it('works off what a run before had to leave, and what it was sent beside it', async () => {
    const monitors = await silent(20, SHARD);
    service.clock.sleep(301);
    // As a tick of this machine leaves it when its time runs out.
    await runCheck({ ...deps, checks: openCheckQueue(service.core.config) }, timeFor(5));
    const { checked } = await service.check();

    expect(checked).toBe(15);
    expect(await finishedAt()).toBe(service.clock.now());
    for (const { id } of monitors)
      expect(await getMonitor(service.core.table, id)).toMatchObject({ missCount: 1 });
  });
});
