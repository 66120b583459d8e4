import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { benchMonitor, putFleet } from '../../../bench/fleet.ts';
import { runCheck } from '../../../functions/checker/checker.ts';
import { continueShard } from '../../../functions/checker/continue-shard.ts';
import type { ShardMessage } from '../../../lib/adapters/check-queue.ts';
import type { QueueMessage } from '../../../lib/adapters/queue.ts';
import { DUE_SHARDS, duePartition, duePartitionOf } from '../../../lib/data/due-index.ts';
import { monitorKey } from '../../../lib/data/keys.ts';
import { getMonitor, readableMonitors } from '../../../lib/data/monitors/monitors.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { CheckerDeps } from '../../../lib/runtime/deps.ts';
import { keptQueue } from '../../support/alerts/alerting.ts';
import { KeptFigures } from '../../support/service/figures.ts';
import { startTestService, START_AT } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { staleTable } from '../../support/table/stale-table.ts';
import { tableBehind } from '../../support/table/table-behind.ts';
import { startTableProxy, type TableAnswer } from '../../support/table/table-proxy.ts';
import { watchCapacity } from '../../support/table/capacity.ts';
import { casesOf, itThorough } from '../../support/thorough.ts';

const SHARD = 3;
const MINUTE_MS = 60_000;

let deps: CheckerDeps;
let sent: QueueMessage[];
let rest: ShardMessage[];
let figures: KeptFigures;

const service = fresh(() => startTestService({ dueShards: DUE_SHARDS }));
beforeEach(() => {
  sent = [];
  rest = [];
  figures = new KeptFigures();
  const checks = { send: async (messages: readonly ShardMessage[]) => void rest.push(...messages) };
  deps = { ...service.core, queue: keptQueue(sent), checks, metrics: figures };
});

const tick = (hasTime: () => boolean = () => true) => runCheck(deps, hasTime);
const ping = (id: string) => service.call('POST', `/in/${id}`);
const stored = async ({ id }: Pick<Monitor, 'id'>) => getMonitor(service.core.table, id);
const toldIds = () => sent.flatMap((each) => (each.kind === 'alert' ? [each.monitorId] : []));

/** Time for so many items. */
function timeFor(items: number): () => boolean {
  let left = items;
  return () => left-- > 0;
}

/** Monitors of one shard, last heard at the start. */
function ofShard(count: number, given: Partial<Monitor> = {}): Monitor[] {
  const monitors: Monitor[] = [];
  while (monitors.length < count) {
    const monitor = benchMonitor(START_AT, given);
    if (duePartition(service.core.table, monitorKey(monitor.id).pk) === duePartitionOf(SHARD))
      monitors.push(monitor);
  }
  return monitors;
}

/** Checks at full five minutes from the start on, each monitor being heard a minute before. */
async function ticks(count: number, heard: readonly Monitor[]): Promise<void> {
  for (let each = 0; each < count; each++) {
    service.clock.sleep(240);
    for (const { id } of heard) await ping(id);
    service.clock.sleep(60);
    await tick();
  }
}

async function tickLater(sec: number, hasTime?: () => boolean) {
  service.clock.sleep(sec);
  return tick(hasTime);
}

describe('a monitor whose deadline comes again soon', () => {
  it('keeps its place in the index while it is well, and a look at it is half a read unit', async () => {
    const [monitor] = ofShard(1) as [Monitor];
    await tick();
    await putFleet(service.core.table, [monitor]);
    await ticks(2, [monitor]);
    expect(figures.of('DueLagSec')).toEqual([0, 0, 0]);

    const calls = watchCapacity(service);
    await tickLater(1);
    expect(calls.filter(({ command }) => command === 'BatchGetItem')).toMatchObject([{ tableUnits: 0.5 }]);
    expect(calls.filter(({ kind, indexUnits }) => kind === 'write' && indexUnits > 0)).toEqual([]);

    await ticks(4, [monitor]);
    expect(await stored(monitor)).toMatchObject({ dueAt: monitor.dueAt, incident: null });
  });

  it('is moved where it comes again in more than half an hour, or where the shard is behind', async () => {
    const [near, far] = ofShard(2, { dueAt: START_AT + 1_800_001 }) as [Monitor, Monitor];
    await tick();
    const fleet = [
      { ...near, intervalSec: 1_800 },
      { ...far, intervalSec: 1_871 },
    ];
    await putFleet(service.core.table, fleet);
    await ticks(5, []);
    service.clock.sleep(240);
    for (const { id } of fleet) await ping(id);
    const heardAt = service.clock.now();

    await tickLater(70);
    expect(await stored(near)).toMatchObject({ dueAt: START_AT + 1_800_001 });
    expect(await stored(far)).toMatchObject({ dueAt: heardAt + 1_871_001 });
    await tickLater(300, () => false);
    await tickLater(301);
    expect(await stored(near)).toMatchObject({ dueAt: heardAt + 1_800_001 });
  });

  it('is told by the first tick after its true deadline, which is what the lag is of', async () => {
    const [monitor] = ofShard(1) as [Monitor];
    await tick();
    await putFleet(service.core.table, [monitor]);
    await ticks(3, [monitor]);
    const heardAt = service.clock.now() - MINUTE_MS;

    service.clock.sleep(300);
    await tick();

    expect(toldIds()).toEqual([monitor.id]);
    expect(await stored(monitor)).toMatchObject({
      missCount: 1,
      incident: { downSince: heardAt + 300_000, openedAt: service.clock.now() },
    });
    expect(figures.of('DueLagSec').at(-1)).toBe((service.clock.now() - heardAt - 300_000) / 1000);
    await tickLater(300);
    expect(figures.of('DueLagSec').at(-1)).toBe(0);
  });
});

describe('the lag', () => {
  const HOUR_MS = 3_600_000;
  const downSince = START_AT - 600_000;
  const told = {
    number: 1,
    reason: 'fail',
    downSince,
    openedAt: START_AT,
    alertedAt: START_AT,
    alerts: 1,
  } as const;

  it('is not of a pause in which a repeat was not told', async () => {
    const pausedUntil = START_AT + 3 * HOUR_MS;
    const failed = { failing: true, incident: told, incidents: 1, alertRepeatSec: 3_600 };
    const [monitor] = ofShard(1, { ...failed, pausedUntil, dueAt: pausedUntil });
    await putFleet(service.core.table, [monitor as Monitor]);
    await tickLater(3 * 3_600 + 60);
    expect(toldIds()).toEqual([monitor?.id]);
    expect(figures.of('DueLagSec')).toEqual([60]);
  });

  itThorough('is not of the time before the change that made a monitor late', async () => {
    const alice = await service.guest();
    const { id } = await alice.createMonitor({ interval_sec: 86_400, alert_url: 'https://example.com/hook' });
    await ping(id);
    service.clock.sleep(3 * 3_600);
    expect((await alice.patch(id, { interval_sec: 300 })).status).toBe(200);
    await tickLater(60);
    expect(toldIds()).toEqual([id]);
    expect(figures.of('DueLagSec')).toEqual([60]);
  });

  itThorough('is of the repeat of a run too long that outlived its incident', async () => {
    const run = { rid: 'a', startedAt: START_AT - HOUR_MS, alertedAt: START_AT };
    const day = { intervalSec: 86_400, maxDurationSec: 60, alertRepeatSec: 86_400 };
    const dueAt = START_AT + 86_400_000;
    const [monitor] = ofShard(1, { ...day, runs: [run], lastEventAt: dueAt - HOUR_MS, dueAt });
    await putFleet(service.core.table, [monitor as Monitor]);
    await tickLater(86_400 + 60);
    expect(toldIds()).toEqual([monitor?.id]);
    expect(figures.of('DueLagSec')).toEqual([60]);
  });
});

describe('a pass over a shard', () => {
  /** Short monitors that stayed, silent by the fourth tick, and daily ones whose deadline came since the third. */
  async function stayedAndFresh(count: number) {
    const stayed = ofShard(count);
    const daily = ofShard(count, { intervalSec: 86_400 });
    const heardAt = START_AT + 930_000 - 86_400_000;
    const fresh = daily.map((each) => ({ ...each, lastEventAt: heardAt, dueAt: START_AT + 930_001 }));
    await tick();
    await putFleet(service.core.table, [...stayed, ...fresh]);
    await ticks(3, stayed);
    service.clock.sleep(300);
    return { stayed, fresh };
  }
  const idsOf = (monitors: readonly Monitor[]) => monitors.map(({ id }) => id).sort();

  it('tells what fell due since the last one before what stayed', async () => {
    const { stayed, fresh: daily } = await stayedAndFresh(8);

    await tick(timeFor(8));
    expect(toldIds().sort()).toEqual(idsOf(daily));
    expect(rest).toMatchObject([{ shard: SHARD, after: null, upTo: service.clock.now() - 300_000 }]);
    await continueShard(deps, rest.pop() as ShardMessage, () => true);

    expect(toldIds().slice(8).sort()).toEqual(idsOf(stayed));
    expect(rest).toEqual([]);
  });

  itThorough('does so after an hour in which nobody checked, and lets stay what is well', async () => {
    const { stayed, fresh: daily } = await stayedAndFresh(8);
    service.clock.sleep(3_600);
    for (const { id } of stayed) await ping(id);

    await tick(timeFor(8));

    expect(toldIds().sort()).toEqual(idsOf(daily));
    expect(rest).toMatchObject([{ shard: SHARD, after: null, upTo: START_AT + 900_000 }]);
    await continueShard(deps, rest.pop() as ShardMessage, () => true);
    for (const each of stayed) expect(await stored(each)).toMatchObject({ dueAt: each.dueAt });
  });

  it.each(casesOf(1, [3, 1, 5, 9]))(
    'goes on in each part, whatever the item at which each of its runs ends: %i',
    async (each) => {
      const { stayed, fresh: daily } = await stayedAndFresh(8);

      await tick(timeFor(each));
      for (let taken = 0; rest.length > 0 && taken < 40; taken++)
        await continueShard(deps, rest.pop() as ShardMessage, timeFor(each));

      expect(toldIds().sort()).toEqual(idsOf([...stayed, ...daily]));
      service.clock.sleep(300);
      expect(await tick()).toMatchObject({ finished: true });
    },
  );

  itThorough('that a release before this one left is gone on with, in one part', async () => {
    const { stayed, fresh: daily } = await stayedAndFresh(3);
    const since = service.clock.now();
    const message = { kind: 'shard', shard: SHARD, after: null, since } as const;

    await continueShard(deps, message, () => true);

    expect(toldIds().sort()).toEqual(idsOf([...stayed, ...daily]));
    expect(rest).toEqual([]);
  });

  it('tells what is silent for longest first, wherever it stands in the index', async () => {
    const pkOf = ({ id }: Monitor) => monitorKey(id).pk;
    const stayed = ofShard(6).sort((one, other) => (pkOf(one) < pkOf(other) ? -1 : 1));
    await tick();
    await putFleet(service.core.table, stayed);
    await ticks(2, stayed);
    service.clock.sleep(120);
    for (const { id } of stayed.toSpliced(3, 1)) await ping(id);
    service.clock.sleep(180);

    await tick(timeFor(1));

    expect(toldIds()).toEqual(idsOf(stayed.slice(3, 4)));
  });
});

describe('an eventual read that is behind', () => {
  /** As one monitor is now, for eventual reads from here on. */
  async function frozen(run: (deps: CheckerDeps) => Promise<void>) {
    await using stale = await staleTable(service);
    await stale.freeze();
    await run({ ...deps, table: stale.table });
  }
  const fail = (id: string) => service.call('POST', `/in/${id}/fail`);

  it('hides a failure of one that stayed from one tick at most, and moves nothing', async () => {
    const [monitor] = ofShard(1) as [Monitor];
    await tick();
    await putFleet(service.core.table, [monitor]);
    await ticks(2, [monitor]);
    service.clock.sleep(239);
    await ping(monitor.id);
    service.clock.sleep(1);

    await frozen(async (behind) => {
      await fail(monitor.id);
      service.clock.sleep(60);
      await runCheck(behind, () => true);
    });
    expect(await stored(monitor)).toMatchObject({ dueAt: monitor.dueAt, pending: [{ kind: 'fail' }] });
    await tickLater(300);

    expect(toldIds()).toEqual([monitor.id]);
  });

  itThorough('takes no entry away that a change since has made', async () => {
    const daily = ofShard(1, { intervalSec: 86_400 })[0] as Monitor;
    await tick();
    await putFleet(service.core.table, [{ ...daily, dueAt: START_AT + 299_000 }]);
    service.clock.sleep(240);

    await frozen(async (behind) => {
      await service.core.table.client.send(
        new UpdateCommand({
          TableName: service.core.table.name,
          Key: monitorKey(daily.id),
          UpdateExpression: 'SET rev = rev + :one, pending = :failed, failing = :yes',
          ExpressionAttributeValues: {
            ':one': 1,
            ':yes': true,
            ':failed': [{ kind: 'fail', at: service.clock.now() }],
          },
        }),
      );
      service.clock.sleep(60);
      await runCheck(behind, () => true);
    });

    expect(toldIds()).toEqual([daily.id]);
  });

  itThorough('of an entry that was brought forward is not believed', async () => {
    const monitor = ofShard(1, { intervalSec: 1_200, dueAt: START_AT + 1_200_001 })[0] as Monitor;
    const { table, config } = service.core;
    let asBefore: TableAnswer | undefined;
    await using proxy = await startTableProxy(config.standIns.dynamodb, async (request) => {
      const [asked] = Object.values(request.input['RequestItems'] ?? {}) as { ConsistentRead?: boolean }[];
      if (!asked || asked.ConsistentRead === true) return request.forward();
      asBefore ??= await request.forward();
      return asBefore;
    });
    const behind = tableBehind(service, proxy.url);
    await tick();
    await putFleet(table, [monitor]);
    await readableMonitors(behind, [monitor.id], { consistent: false });
    await fail(monitor.id);

    service.clock.sleep(1);
    await runCheck({ ...deps, table: behind }, () => true);

    expect(asBefore).toBeDefined();
    expect(toldIds()).toEqual([monitor.id]);
  });

  it('wakes nobody for a ping that it does not show', async () => {
    const [monitor] = ofShard(1) as [Monitor];
    await tick();
    await putFleet(service.core.table, [monitor]);
    await ticks(2, [monitor]);
    service.clock.sleep(239);

    await frozen(async (behind) => {
      await ping(monitor.id);
      service.clock.sleep(61);
      await runCheck(behind, () => true);
    });

    expect(toldIds()).toEqual([]);
    expect(await stored(monitor)).toMatchObject({ incident: null, missCount: 0 });
  });
});
