import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { checkMonitor } from '../../../functions/checker/check-monitor.ts';
import type { CheckRun } from '../../../functions/checker/check-run.ts';
import { writeChecked } from '../../../functions/checker/write-checked.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { changeItem, getItem } from '../../../lib/data/items.ts';
import { incidentKey, monitorKey, monthKey, type Key } from '../../../lib/data/keys.ts';
import { PARTITIONS } from '../../../lib/data/partitions.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import type { Item } from '../../../lib/data/table.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { ledgerOf, noChecks } from '../../support/alerts/alerting.ts';
import { checkWith } from '../../support/alerts/check-with.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import {
  refusal,
  startTableProxy,
  type TableAnswer,
  type TableRequest,
} from '../../support/table/table-proxy.ts';
import { tableBehind } from '../../support/table/table-behind.ts';
import { describeThorough, itThorough } from '../../support/thorough.ts';

const service = shared(startTestService);
const alice = fresh(() => service.guest());

const create = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await alice.createMonitor(fields))['id'];
const ping = (id: string, path = '') => service.call('POST', `/in/${id}${path}`);
const now = () => service.clock.now();
const stored = (key: Key) => getItem(service.core.table, key);

/** Where the lists of incidents have this monitor. */
async function placesOf(id: string): Promise<string[]> {
  const items = await contentsOf(service);
  return items
    .filter(({ pk, sk }) => String(pk).startsWith('INCIDENTS#') && String(sk).includes(id))
    .map(({ sk }) => String(sk).replace(`#${id}`, ''));
}

async function monthsOf(id: string): Promise<Item[]> {
  const { table } = service.core;
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :month)',
      ExpressionAttributeValues: { ':pk': monitorKey(id).pk, ':month': 'MONTH#' },
    }),
  );
  return Items;
}

/** Whether a request writes to the lists of incidents. */
const isHistory = ({ operation, input }: TableRequest) =>
  operation === 'TransactWriteItems' && JSON.stringify(input).includes(PARTITIONS.incidents);

/** As a table whose policy does not name the lists yet, or that is throttled there. */
const withoutHistory = async (request: TableRequest): Promise<TableAnswer> =>
  isHistory(request) ? refusal('AccessDeniedException') : request.forward();

it('a monitor is owed its hundred newest incidents at most', async () => {
  const id = await create();
  const before = await getMonitor(service.core.table, id);
  if (!before) throw new Error('The monitor is gone.');
  const closed = { reason: 'fail', downSince: now(), openedAt: now(), closedAt: now(), alerts: 1 } as const;
  const records = Array.from({ length: 101 }, (_, index) => ({
    ...closed,
    monitorId: id,
    spaceId: before.spaceId,
    number: index + 1,
  }));
  const run = { now: now(), history: { isFull: true } } as CheckRun;
  const deps = {
    ...service.core,
    queue: openQueue(service.core.config),
    checks: noChecks,
    metrics: noMetrics,
  };

  await writeChecked(deps, run, { before, after: before, alerts: [], records });

  const owed = (await getMonitor(service.core.table, id))?.unrecorded ?? [];
  expect([owed.length, owed[0]?.number, owed.at(-1)?.number]).toEqual([100, 2, 101]);
});

describe('the history of incidents', () => {
  it('has an incident with its first alert and its end with its recovery', async () => {
    const id = await create();
    const createdAt = now();
    await ping(id);
    const downSince = now() + 300_000;
    service.clock.advance(301);
    await service.check();
    const openedAt = now();
    const item = { ...incidentKey(id, 1), reason: 'silence', downSince, openedAt, alerts: 1 };

    expect(await stored(incidentKey(id, 1))).toMatchObject(item);
    expect(await stored(incidentKey(id, 1))).not.toHaveProperty('ttl');
    expect(await placesOf(id)).toEqual([`OPEN#0${downSince}#0000000001`]);
    expect(await monthsOf(id)).toEqual([]);

    service.clock.advance(60);
    await ping(id);
    const closedAt = now();
    service.clock.advance(240);
    await service.check();

    const ttl = Math.ceil(closedAt / 1000) + 400 * 86_400;
    expect(await stored(incidentKey(id, 1))).toMatchObject({ ...item, closedAt, ttl });
    expect(await placesOf(id)).toEqual([`CLOSED#0${downSince}#0000000001`]);
    expect(await monthsOf(id)).toMatchObject([
      { ...monthKey({ id, createdAt }, '2027-03'), incidents: 1, downMs: closedAt - downSince },
    ]);
  });

  itThorough('has both incidents of a job that failed twice between two checks', async () => {
    const id = await create();
    for (const path of ['/fail', '', '/fail']) {
      await ping(id, path);
      service.clock.advance(10);
    }
    await service.check();

    expect((await placesOf(id)).map((place) => place.split('#')[0])).toEqual(['CLOSED', 'OPEN']);
    expect(await monthsOf(id)).toMatchObject([{ incidents: 1, downMs: 10_000 }]);
  });

  it('has one of a deleted monitor closed', async () => {
    const id = await create();
    await ping(id, '/fail');
    const downSince = now();
    await service.check();
    service.clock.advance(60);
    await alice.remove(id);

    expect(await stored(incidentKey(id, 1))).toMatchObject({ closedAt: now() });
    expect(await placesOf(id)).toEqual([`CLOSED#0${downSince}#0000000001`]);
    expect(await monthsOf(id)).toMatchObject([{ incidents: 1, downMs: 60_000 }]);
  });

  itThorough('closes an incident that was opened before there was a history', async () => {
    const id = await create();
    await ping(id, '/fail');
    await checkWith(service, withoutHistory);
    await changeItem(service.core.table, monitorKey(id), { UpdateExpression: 'REMOVE unrecorded' });
    service.clock.advance(60);
    await ping(id);
    await service.check();

    expect(await stored(incidentKey(id, 1))).toMatchObject({ reason: 'fail', alerts: 1, closedAt: now() });
    expect((await placesOf(id)).map((place) => place.split('#')[0])).toEqual(['CLOSED']);
  });
});

/** One run of the checker, on a table that answers as `meet` says, which judges monitors one after the other. */
async function oneRun(meet: (request: TableRequest) => Promise<TableAnswer>) {
  const { config } = service.core;
  const proxy = await startTableProxy(String(config.standIns.dynamodb), meet);
  const table = tableBehind(service, proxy.url);
  const run = {
    now: now(),
    path: { windows: [], provenAt: now() },
    hasTime: () => true,
    atOnce: 1,
    history: { isFull: false },
    alerting: new Map(),
  };
  const deps = { ...service.core, table, queue: openQueue(config), checks: noChecks, metrics: noMetrics };
  return {
    async judge(id: string): Promise<void> {
      const monitor = await getMonitor(service.core.table, id);
      if (monitor) await checkMonitor(deps, run, monitor);
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

describe('a history that takes nothing', () => {
  it('holds up no alert; the next check writes what is owed', async () => {
    const id = await create();
    await ping(id, '/fail');
    const downSince = now();
    const report = await checkWith(service, withoutHistory);

    expect(report).toMatchObject({ failed: 0, finished: true });
    expect(await ledgerOf(service, id)).toMatchObject([{ content: { kind: 'miss', incident: 1 } }]);
    expect(await stored(incidentKey(id, 1))).toBeUndefined();
    expect(await getMonitor(service.core.table, id)).toMatchObject({ unrecorded: [{ number: 1 }] });

    service.clock.advance(300);
    await service.check();

    expect(await stored(incidentKey(id, 1))).toMatchObject({ downSince, alerts: 1 });
    expect(await placesOf(id)).toEqual([`OPEN#0${downSince}#0000000001`]);
    expect(await getMonitor(service.core.table, id)).not.toHaveProperty('unrecorded');
  });

  itThorough('is owed an incident that ends meanwhile once, and its month once', async () => {
    const id = await create({ interval_sec: 3_600 });
    await ping(id, '/fail');
    await checkWith(service, withoutHistory);
    service.clock.advance(60);
    await ping(id);
    service.clock.advance(240);
    await checkWith(service, withoutHistory);
    service.clock.advance(300);
    await service.check();

    expect((await placesOf(id)).map((place) => place.split('#')[0])).toEqual(['CLOSED']);
    expect(await monthsOf(id)).toMatchObject([{ incidents: 1, downMs: 60_000 }]);
  });

  it('is paid by a deletion', async () => {
    const id = await create();
    await ping(id, '/fail');
    await checkWith(service, withoutHistory);
    await alice.remove(id);

    expect(await stored(incidentKey(id, 1))).toMatchObject({ closedAt: now() });
    expect(await getMonitor(service.core.table, id)).not.toHaveProperty('unrecorded');
  });

  itThorough('is asked once in a check: alerts of others do not wait for it again', async () => {
    const ids = [await create(), await create(), await create(), await create()];
    for (const id of ids) await ping(id, '/fail');
    let asked = 0;
    await using run = await oneRun(async (request) => {
      if (isHistory(request)) asked += 1;
      return withoutHistory(request);
    });
    for (const id of ids) await run.judge(id);

    expect((await Promise.all(ids.map((id) => ledgerOf(service, id)))).map(({ length }) => length)).toEqual([
      1, 1, 1, 1,
    ]);
    expect(asked).toBe(1);
    // What nobody asked for is owed all the same.
    service.clock.advance(300);
    await service.check();
    for (const id of ids) expect(await placesOf(id)).toHaveLength(1);
  });
});

itThorough('a monitor that cannot be written does not keep the history from others', async () => {
  const [refused, other] = [await create(), await create()];
  for (const id of [refused, other]) await ping(id, '/fail');
  await using run = await oneRun(async (request) =>
    JSON.stringify(request.input).includes(refused) ? refusal('AccessDeniedException') : request.forward(),
  );

  await expect(run.judge(refused)).rejects.toThrow('A fault of the test.');
  await run.judge(other);

  expect(await ledgerOf(service, refused)).toEqual([]);
  expect(await stored(incidentKey(other, 1))).toMatchObject({ reason: 'fail', alerts: 1 });
});

const removalOf = (Key: Item) => new DeleteCommand({ TableName: service.core.table.name, Key });

describeThorough('a job that flaps', () => {
  /** As many outcomes as are kept until the next check: ten failures, each with its success. */
  async function flaps(id: string): Promise<void> {
    for (let times = 0; times < 10; times++)
      for (const path of ['/fail', '']) {
        await ping(id, path);
        service.clock.advance(1);
      }
  }

  it('is told of by two channels and recorded in one check', async () => {
    const id = await create({ alert_to: 'alice@example.com', alert_url: 'http://127.0.0.1:1024/' });
    await flaps(id);
    await checkWith(service, (request) => request.forward());

    expect(await ledgerOf(service, id)).toHaveLength(40);
    expect(await placesOf(id)).toHaveLength(10);
    expect(await monthsOf(id)).toMatchObject([{ incidents: 10, downMs: 10_000 }]);
  });

  it('while the history takes nothing is recorded by and by', async () => {
    const id = await create({ interval_sec: 86_400 });
    for (let checks = 0; checks < 3; checks++) {
      await flaps(id);
      await checkWith(service, withoutHistory);
    }
    const recorded: number[] = [];
    for (let checks = 0; checks < 3; checks++) {
      service.clock.advance(300);
      await service.check();
      recorded.push((await placesOf(id)).length);
    }

    expect(recorded).toEqual([13, 26, 30]);
    expect(await monthsOf(id)).toMatchObject([{ incidents: 30, downMs: 30_000 }]);
    expect(await getMonitor(service.core.table, id)).not.toHaveProperty('unrecorded');
  });
});

itThorough('a job name that comes back after its ledger is gone counts its incidents on', async () => {
  const key = String(await alice.ingestKey());
  const id = String((await service.call('GET', `/in/${key}/aged`)).json['endpoint_id']);
  await ping(id, '/fail');
  await service.check();
  await alice.remove(id);
  for (const { pk, sk } of await contentsOf(service)) {
    const isOfJob = pk === monitorKey(id).pk && (sk === 'MON' || String(sk).startsWith('AL#'));
    if (isOfJob) await service.core.table.client.send(removalOf({ pk, sk }));
  }
  await service.call('GET', `/in/${key}/aged`);

  expect(await getMonitor(service.core.table, id)).toMatchObject({ incidents: 1, incident: null });
});
